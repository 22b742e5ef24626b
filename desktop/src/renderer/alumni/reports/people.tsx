import { Link } from '@tanstack/react-router'
import { count } from '../../ui/words/numbers.ts'
import classes from './reports.module.css'

type PeopleProps = { people: readonly { buid: string; name: string; note?: string }[]; total: number }

/** The first of several people, each with what is to be known of them here. */
export function People({ people, total }: PeopleProps) {
  const others = total - people.length
  return (
    <ul className={classes.people}>
      {people.map(({ buid, name, note }) => (
        <li key={buid}>
          <Link to="/alumni/$id" params={{ id: buid }} className={classes.name}>
            {name || buid}
          </Link>
          {note && <span className={classes.note}> {note}</span>}
        </li>
      ))}
      {others > 0 && <li className={classes.note}>and {count(others)} more; the file has them all</li>}
    </ul>
  )
}
