import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import type { LinkSuggestion } from '@alumni/shared/champions/staff-page'
import { placeName } from '@alumni/shared/countries'
import { Skeleton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePeopleSearch } from '../../domain/people/use-people-search.ts'
import { NameLink } from '../../domain/people/person-link.tsx'
import { ContactTags, EmailFact } from '../../domain/people/contact-blockers.tsx'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { describeExcess } from '../../ui/form/limited-input.tsx'
import { maxSearchLength } from '../../ui/form/search-field.tsx'
import { suggestionsQuery } from './queries.ts'

/** Returns suggested alumni, best first, then search results; `status` and `search` are elements to render. */
export function useCandidates(signup: number) {
  const [text, setText] = useState('')
  const suggestions = useQuery(suggestionsQuery(signup))
  const search = usePeopleSearch(text.slice(0, maxSearchLength))
  const suggestedPeople = suggestions.data?.suggestions ?? []
  const others = search.people
    .filter(({ buid }) => suggestedPeople.every(({ person }) => person.buid !== buid))
    .map((person): LinkSuggestion => ({ person, reasons: [], linked: null }))
  return {
    candidates: [...suggestedPeople, ...others],
    preselected: suggestions.data?.preselected,
    areSuggestionsPending: suggestions.isPending,
    status: (
      <>
        {suggestions.isPending && <Skeleton height={120} />}
        {suggestions.error && <FailedSection error={suggestions.error} onRetry={suggestions.refetch} />}
        {suggestions.data && suggestedPeople.length === 0 && (
          <p className="muted">No one on file has this e-mail address, phone number or name.</p>
        )}
      </>
    ),
    search: (
      <>
        <TextInput
          type="search"
          label="Someone else"
          placeholder="Name, BUID, e-mail or phone"
          error={describeExcess(text, maxSearchLength)}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        {search.error && <FailedSection error={search.error} onRetry={search.retry} />}
      </>
    ),
  }
}

type CandidateReasonsProps = { candidate: LinkSuggestion; signup: number; className?: string | undefined }

export function CandidateReasons({ candidate: { reasons, linked }, signup, className = '' }: CandidateReasonsProps) {
  return (
    <>
      {reasons.length > 0 && (
        <ul className={`chips ${className}`} aria-label="Reasons">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {linked && (
        <span className={`fact ${className}`}>
          Has another signup, {linked.name || linked.email}:{' '}
          <Link to="/champion_signups/duplicates" search={{ ids: `${signup},${linked.id}` }}>
            compare and merge
          </Link>
        </span>
      )}
    </>
  )
}

/** Shows facts that distinguish people with the same name; `isChoice` renders the name without a link. */
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
      <ContactTags alumnus={person} />
    </div>
  )
}
