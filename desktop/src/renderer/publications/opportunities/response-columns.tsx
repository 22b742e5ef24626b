import { countryName } from '@alumni/shared/countries'
import { canMoveResponse } from '@alumni/shared/publications/opportunities'
import type { Decision, ResponseRow } from '@alumni/shared/publications/staff-opportunities'
import { Button, Checkbox } from '@mantine/core'
import type { Column } from '../../ui/data-table.tsx'
import { AnswererLink } from '../../domain/publications/answerer-link.tsx'
import classes from '../../domain/publications/columns.module.css'
import { StateWord } from '../../ui/state-word.tsx'
import { none } from '../../ui/words/none.tsx'
import { When } from '../../ui/words/when.tsx'
import { statusWords } from './words.ts'

type ResponseColumns = {
  question: string | null
  isChosen: (row: ResponseRow) => boolean
  onChoose: (row: ResponseRow, isChosen: boolean) => void
  onDecide: (row: ResponseRow, decision: Decision) => void
}

/** Who, what they wrote, when and from where, and what is decided about them. */
export function responseColumns({ question, isChosen, onChoose, onDecide }: ResponseColumns): Column<ResponseRow>[] {
  return [
    {
      id: 'choose',
      header: 'Choose',
      meta: { width: 44 },
      cell: ({ row: { original: row } }) =>
        canMoveResponse(row.status, 'decline') && (
          <Checkbox
            size="sm"
            radius={4}
            aria-label={`Choose ${row.name}`}
            checked={isChosen(row)}
            onChange={(event) => onChoose(row, event.currentTarget.checked)}
          />
        ),
    },
    { id: 'name', header: 'Name', meta: { width: 220 }, cell: ({ row }) => <AnswererLink person={row.original} /> },
    {
      id: 'answer',
      header: question ? 'Answer and message' : 'Message',
      cell: ({ row }) => <Written row={row.original} />,
    },
    { id: 'status', header: 'State', meta: { width: 180 }, cell: ({ row }) => <Status row={row.original} /> },
    {
      id: 'decision',
      header: 'Decision',
      meta: { width: 170 },
      cell: ({ row }) => <Decisions row={row.original} onDecide={onDecide} />,
    },
  ]
}

function Written({ row: { answer, message, asked_at, postal_code, country } }: { row: ResponseRow }) {
  const place = [postal_code, country !== null && country !== 'US' && countryName(country)].filter(Boolean).join(', ')
  return (
    <span className={classes.lines}>
      {answer && <span className={classes.words}>{answer}</span>}
      {message && <span className={answer ? `${classes.words} muted` : classes.words}>{message}</span>}
      <span className={classes.fact}>
        <When at={asked_at} />
        {place && ` from ${place}`}
      </span>
    </span>
  )
}

function Status({ row: { status, line, decided_at, decided_by } }: { row: ResponseRow }) {
  const { word, icon, tone } = statusWords[status]
  const isDecided = status === 'accepted' || status === 'declined'
  return (
    <span className={classes.lines}>
      <StateWord icon={icon} tone={tone}>
        {line === null ? word : `${word}, number ${line}`}
      </StateWord>
      {isDecided && decided_at && (
        <span className={classes.fact}>
          <When at={decided_at} />
          {decided_by && ` by ${decided_by}`}
        </span>
      )}
    </span>
  )
}

function Decisions({ row, onDecide }: { row: ResponseRow; onDecide: ResponseColumns['onDecide'] }) {
  const button = (decision: Decision, words: string) =>
    canMoveResponse(row.status, decision) && (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`${words} ${row.name}`}
        onClick={() => onDecide(row, decision)}
      >
        {words}
      </Button>
    )
  if (!canMoveResponse(row.status, 'decline')) return none
  return (
    <span className={classes.buttons}>
      {button('accept', 'Accept')}
      {button('decline', 'Decline')}
    </span>
  )
}
