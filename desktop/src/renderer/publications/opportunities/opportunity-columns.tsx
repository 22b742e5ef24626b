import { opportunityKindNames } from '@alumni/shared/publications/opportunities'
import type { OpportunityRow } from '@alumni/shared/publications/staff-opportunities'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../ui/data-table.tsx'
import classes from '../../domain/publications/columns.module.css'
import { StateWord } from '../../ui/state-word.tsx'
import { shortDay } from '../../ui/words/days.ts'
import { none } from '../../ui/words/none.tsx'
import { count } from '../../ui/words/numbers.ts'
import { stateWords, whereOf } from './words.ts'

/** What it is, how it stands, and how many have answered. */
export const opportunityColumns: Column<OpportunityRow>[] = [
  {
    id: 'title',
    header: 'Title',
    cell: ({ row: { original: opportunity } }) => (
      <span className={classes.lines}>
        <Link to="/champion_signups/opportunities/$id" params={{ id: String(opportunity.id) }} className={classes.name}>
          {opportunity.title}
        </Link>
        <span className={classes.fact}>
          {opportunityKindNames[opportunity.kind]} · {whereOf(opportunity)}
        </span>
      </span>
    ),
  },
  { id: 'state', header: 'State', meta: { width: 190 }, cell: ({ row }) => <State opportunity={row.original} /> },
  {
    id: 'responded',
    header: 'To decide',
    meta: { width: 100, isNumber: true },
    cell: ({ row }) => <Count value={row.original.counts.responded} isStrong />,
  },
  {
    id: 'accepted',
    header: 'Accepted',
    meta: { width: 100, isNumber: true },
    cell: ({ row }) => <Count value={row.original.counts.accepted} />,
  },
  {
    id: 'waiting',
    header: 'Waiting',
    meta: { width: 100, isNumber: true },
    cell: ({ row }) => <Count value={row.original.counts.waiting} />,
  },
  {
    id: 'places',
    header: 'Places',
    meta: { width: 100, isNumber: true },
    cell: ({ row }) =>
      row.original.places === null ? <span className="muted">No limit</span> : count(row.original.places),
  },
]

function State({ opportunity: { state, closes_on } }: { opportunity: OpportunityRow }) {
  const { word, icon, tone } = stateWords[state]
  return (
    <span className={classes.lines}>
      <StateWord icon={icon} tone={tone}>
        {word}
      </StateWord>
      {closes_on && state !== 'draft' && (
        <span className={classes.fact}>
          {state === 'open' ? 'until' : 'last day'} {shortDay(closes_on)}
        </span>
      )}
    </span>
  )
}

function Count({ value, isStrong = false }: { value: number; isStrong?: boolean }) {
  if (value === 0) return none
  return isStrong ? <strong>{count(value)}</strong> : count(value)
}
