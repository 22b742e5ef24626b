import type { PeopleWords } from '@alumni/shared/engagement-stats-people'
import { count, percent } from '../ui/words/numbers.ts'
import { PeopleLink } from './people-link.tsx'

type ShareProps = {
  row: { engaged_alumni: number; alumni: number }
  /** The searches for both. */
  engaged: PeopleWords
  alumni: PeopleWords
}

/** A share with what it is a share of: "105 of 432 · 24.3%". */
export function Share({ row, engaged, alumni }: ShareProps) {
  return (
    <>
      <PeopleLink to={engaged} people={row.engaged_alumni}>
        {count(row.engaged_alumni)}
      </PeopleLink>{' '}
      of{' '}
      <PeopleLink to={alumni} people={row.alumni}>
        {count(row.alumni)}
      </PeopleLink>
      {` · ${percent(row.engaged_alumni, row.alumni)}`}
    </>
  )
}
