import { duplicateReasons, type BriefSignup, type Duplicate } from '@alumni/shared/champions/merges'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../ui/data-table.tsx'
import { PairDecision } from '../../ui/pair-decision.tsx'
import { When } from '../../ui/words/when.tsx'
import { useDismiss, useTakeBack } from './actions.ts'
import { reasonWords, statusWords } from './words.ts'
import classes from '../../ui/pairs.module.css'

/** The two side by side, why they are suggested, and what can be done. */
export const duplicateColumns: Column<Duplicate>[] = [
  { id: 'first', header: 'Signup', meta: { width: 300 }, cell: ({ row }) => <Brief signup={row.original.second} /> },
  { id: 'second', header: 'And', meta: { width: 300 }, cell: ({ row }) => <Brief signup={row.original.first} /> },
  {
    id: 'why',
    header: 'Why',
    cell: ({ row }) => (
      <ul className={classes.reasons}>
        {row.original.reasons.map((reason) => (
          <li key={reason} title={duplicateReasons[reason]}>
            {reasonWords[reason]}
          </li>
        ))}
      </ul>
    ),
  },
  { id: 'do', header: 'Same person?', meta: { width: 250 }, cell: ({ row }) => <Decision pair={row.original} /> },
]

function Brief({ signup: { id, name, email, place, status, created_at } }: { signup: BriefSignup }) {
  return (
    <span className={classes.brief}>
      <Link to="/champion_signups/$id" params={{ id: String(id) }} className={classes.name}>
        {name || 'No name'}
      </Link>
      <span>{email}</span>
      <span className={classes.fact}>
        {[place, statusWords[status]].filter(Boolean).join(' · ')} · <When at={created_at} />
      </span>
    </span>
  )
}

function Decision({ pair: { first, second, dismissal } }: { pair: Duplicate }) {
  const who = `${second.name || second.email} and ${first.name || first.email}`
  return (
    <PairDecision
      pair={[first.id, second.id] as [number, number]}
      who={who}
      dismissal={dismissal}
      dismiss={useDismiss()}
      takeBack={useTakeBack()}
    >
      <Button
        size="compact-sm"
        variant="light"
        aria-label={`Compare ${who}`}
        renderRoot={(props) => (
          <Link to="/champion_signups/duplicates" search={{ ids: `${first.id},${second.id}` } as never} {...props} />
        )}
      >
        Compare
      </Button>
    </PairDecision>
  )
}
