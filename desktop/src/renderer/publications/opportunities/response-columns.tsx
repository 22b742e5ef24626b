import { countryName } from '@alumni/shared/countries'
import { canMoveResponse } from '@alumni/shared/publications/opportunities'
import type { Decision, ResponseRow } from '@alumni/shared/publications/staff-opportunities'
import { Button, Group } from '@mantine/core'
import { AnswererLink, AnswerState, BeenBefore } from '../../domain/publications/answers.tsx'
import { none } from '../../ui/words/none.tsx'
import { When } from '../../ui/words/when.tsx'
import { responseWords } from './kind.ts'
import { column, type Column } from '../../ui/table/table-columns.tsx'

type ResponseColumns = {
  question: string | null
  onDecide: (row: ResponseRow, decision: Decision) => void
}

/** Who, what they wrote, when and from where, and what is decided about them. */
export function responseColumns({ question, onDecide }: ResponseColumns): Column<ResponseRow>[] {
  return [
    column('name', 'Name', (row) => <AnswererLink person={row} />, { width: 220 }),
    column('before', 'Events', ({ events_before }) => <BeenBefore events={events_before} of="opportunity" />, {
      width: 90,
    }),
    column('answer', question ? 'Answer and message' : 'Message', (row) => <Written row={row} />),
    column('status', 'State', (row) => <State row={row} />, { width: 180 }),
    column('decision', 'Decision', (row) => <Decisions row={row} onDecide={onDecide} />, { width: 170 }),
  ]
}

function Written({ row: { answer, message, asked_at, postal_code, country } }: { row: ResponseRow }) {
  const place = [postal_code, country !== null && country !== 'US' && countryName(country)].filter(Boolean).join(', ')
  return (
    <span className="lines">
      {answer && <span className="quote">{answer}</span>}
      {message && <span className={answer ? 'quote muted' : 'quote'}>{message}</span>}
      <span className="fact">
        <When at={asked_at} />
        {place && ` from ${place}`}
      </span>
    </span>
  )
}

function State({ row: { status, line, decided_at, decided_by } }: { row: ResponseRow }) {
  const isDecided = status === 'accepted' || status === 'declined'
  return <AnswerState words={responseWords[status]} line={line} at={isDecided ? decided_at : null} by={decided_by} />
}

function Decisions({ row, onDecide }: { row: ResponseRow; onDecide: ResponseColumns['onDecide'] }) {
  if (!canMoveResponse(row.status, 'decline')) return none
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
  return (
    <Group component="span" gap={6}>
      {button('accept', 'Accept')}
      {button('decline', 'Decline')}
    </Group>
  )
}
