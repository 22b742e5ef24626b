import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import { placeName } from '@alumni/shared/countries'
import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { NameLink } from '../../domain/people/person-link.tsx'
import { ContactMarks, EmailFact } from '../../domain/people/ways.tsx'

/** An alumnus with what distinguishes them from namesakes; as a part of a choice the name is no link. */
export function PersonFacts({ person, isChoice = false }: { person: FoundAlumnus; isChoice?: boolean }) {
  const { buid, recent_degree: degree, class_years, primary_email, employer, job_title } = person
  const name = nameWithClasses(person.name, class_years)
  const study = [degree?.degree_code, degree?.major_desc].filter(Boolean).join(' ')
  return (
    <div className="lines">
      {isChoice ? <strong>{name}</strong> : <NameLink name={name} buid={buid} />}
      <span className="fact">{study || 'No degree on file'}</span>
      <span className="fact">{[job_title, employer, placeName(person)].filter(Boolean).join(' · ')}</span>
      {primary_email && (
        <span className="fact">
          <EmailFact person={person} value={primary_email} />
        </span>
      )}
      <span className="note">{buid}</span>
      <ContactMarks alumnus={person} />
    </div>
  )
}
