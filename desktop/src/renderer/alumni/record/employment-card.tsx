import type { Employment } from '@alumni/shared/alumni/record'
import { monthWords } from '../../ui/words/days.ts'
import { countOf } from '../../ui/words/numbers.ts'
import { Card, Entries, Entry } from '../../ui/card.tsx'

export function EmploymentCard({ employment }: { employment: Employment[] }) {
  return (
    <Card title="Employment" count={employment.length} empty={employment.length === 0 && 'No employment is on file.'}>
      <Entries count={employment.length} of={countOf(employment.length, ['position', 'positions'])}>
        {employment.map((position) => (
          <Entry
            key={position.id}
            title={position.job_title ?? position.employer}
            mark={position.current ? 'Current' : null}
            lines={[position.job_title && position.employer, span(position)]}
          />
        ))}
      </Entries>
    </Card>
  )
}

function span({ start_date, end_date, current }: Employment): string | null {
  const start = start_date && monthWords(start_date)
  const end = end_date ? monthWords(end_date) : current ? 'now' : null
  if (start && end) return `${start} to ${end}`
  if (start) return `Since ${start}`
  return end_date ? `Until ${end}` : null
}
