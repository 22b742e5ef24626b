import type { AreaOfStudy, Education } from '@alumni/shared/alumni/record'
import { dayWords } from '../../ui/words/days.ts'
import { countOf } from '../../ui/words/numbers.ts'
import { Card, Entries, Entry } from '../../ui/card.tsx'

/** Degrees, and under them minors and the like. */
export function EducationCard({ educations, areas }: { educations: Education[]; areas: AreaOfStudy[] }) {
  return (
    <Card
      title="Degrees"
      count={educations.length}
      empty={educations.length + areas.length === 0 && 'No degree or area of study is on file.'}
    >
      {educations.length === 0 ? (
        <p className="muted">No degree is on file.</p>
      ) : (
        <Entries count={educations.length} of={countOf(educations.length, ['degree', 'degrees'])}>
          {educations.map((education) => (
            <Entry
              key={education.id}
              title={subject(education, 'Degree')}
              mark={education.degree_date && dayWords(education.degree_date)}
              lines={[education.college_name ?? education.college_code]}
            />
          ))}
        </Entries>
      )}
      {areas.length > 0 && (
        <>
          <h3>Areas of study</h3>
          <Entries count={areas.length} of={countOf(areas.length, ['area of study', 'areas of study'])}>
            {areas.map((area) => (
              <Entry
                key={area.id}
                title={area.major_desc ?? area.major_code ?? 'Area of study'}
                mark={area.area_type}
                lines={[[area.degree_code, area.college_name].filter(Boolean).join(', ')]}
              />
            ))}
          </Entries>
        </>
      )}
    </Card>
  )
}

function subject({ degree_code, major_desc, major_code }: Education, otherwise: string): string {
  return [degree_code, major_desc ?? major_code].filter(Boolean).join(' ') || otherwise
}
