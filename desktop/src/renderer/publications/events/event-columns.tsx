import type { EventRow } from '@alumni/shared/publications/staff-events'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../ui/data-table.tsx'
import classes from '../../domain/publications/columns.module.css'
import { StateWord } from '../../ui/state-word.tsx'
import { none } from '../../ui/words/none.tsx'
import { count } from '../../ui/words/numbers.ts'
import { eventTime, stateWords } from './words.ts'

/** What it is, when, how it stands, and how many have answered. */
export const eventColumns: Column<EventRow>[] = [
  {
    id: 'title',
    header: 'Title',
    cell: ({ row: { original: event } }) => (
      <span className={classes.lines}>
        <Link to="/champion_signups/events/$id" params={{ id: String(event.id) }} className={classes.name}>
          {event.title}
        </Link>
        <span className={classes.fact}>
          {[event.community, event.is_online ? 'Online' : event.venue].filter(Boolean).join(' · ')}
        </span>
      </span>
    ),
  },
  {
    id: 'when',
    header: 'When',
    meta: { width: 250 },
    cell: ({ row: { original: event } }) => (
      <time dateTime={event.starts_at}>{eventTime(event.starts_at, event.time_zone)}</time>
    ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { width: 130 },
    cell: ({ row }) => {
      const { word, icon, tone } = stateWords[row.original.state]
      return (
        <StateWord icon={icon} tone={tone}>
          {word}
        </StateWord>
      )
    },
  },
  number('going', 'Going', ({ counts }) => counts.going),
  number('waiting', 'Waiting', ({ counts }) => counts.waiting),
  number('attended', 'Attended', ({ counts }) => counts.attended),
  {
    id: 'places',
    header: 'Places',
    meta: { width: 90, isNumber: true },
    cell: ({ row: { original: event } }) =>
      event.places === null ? <span className="muted">No limit</span> : count(event.places),
  },
]

function number(id: string, header: string, valueOf: (event: EventRow) => number): Column<EventRow> {
  return {
    id,
    header,
    meta: { width: 90, isNumber: true },
    cell: ({ row }) => (valueOf(row.original) === 0 ? none : count(valueOf(row.original))),
  }
}
