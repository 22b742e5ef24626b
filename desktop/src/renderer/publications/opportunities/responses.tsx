import { countryName } from '@alumni/shared/countries'
import { canMoveResponse, responseStatuses } from '@alumni/shared/publications/opportunities'
import { decideReply } from '@alumni/shared/publications/staff-opportunities'
import type { Decision, ResponseRow, StaffOpportunityPage } from '@alumni/shared/publications/staff-opportunities'
import { Button, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import {
  AnswererLink,
  Answers,
  AnswerState,
  PastEvents,
  NoAnswers,
  useAnswersAction,
} from '../../domain/publications/answers.tsx'
import { countAnswers } from '../../domain/publications/kind.ts'
import { askToConfirm } from '../../ui/form/dialog.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { SelectionBar } from '../../domain/searches/results.tsx'
import { column, type Column } from '../../ui/table/table-columns.tsx'
import { emptyCell } from '../../ui/format/empty-cell.tsx'
import { formatCount } from '../../ui/format/numbers.ts'
import { opportunities, responseStateLabels } from './kind.ts'
import { ShortDate } from '../../ui/format/times.tsx'

export function Responses({ page, isStale }: { page: StaffOpportunityPage; isStale: boolean }) {
  const { opportunity, responses } = page
  const { state, counts } = opportunity
  const { selectedIds, clear, select, askToDecide } = useResponseDecisions(page)
  const all = countAnswers(opportunity)
  if (all === 0)
    return (
      <NoAnswers
        state={state}
        unpublishedText="Champions can see and answer it once it is published."
        publishedText="Answers appear here as they arrive. Each person gets a thank-you letter right away."
      />
    )
  const selected = responses.filter(({ id }) => selectedIds.has(id))
  return (
    <>
      <Answers
        title="Answers"
        publication={{ to: 'opportunity', id: opportunity.id }}
        page={page}
        rows={responses}
        choices={[
          ...responseStatuses.map((value) => [value, responseStateLabels[value].label, counts[value]] as const),
          ['all', 'All', all],
        ]}
        searchedFields="name, e-mail or words"
        columns={responseColumns({
          question: opportunity.question,
          onDecide: (row, decision) => askToDecide([row], decision),
        })}
        keyActions={{ a: (row) => askToDecide([row], 'accept'), d: (row) => askToDecide([row], 'decline') }}
        isStale={isStale}
        selection={{
          selectedKeys: new Set([...selectedIds].map(String)),
          label: ({ name }) => `Choose ${name}`,
          isSelectable: ({ status }) => canMoveResponse(status, 'decline'),
          onSelect: select,
          onClear: clear,
        }}
      />
      {selected.length > 0 && (
        <SelectionBar label="Chosen answers" title={`${formatCount(selected.length, ['answer', 'answers'])} chosen`}>
          <Button size="compact-sm" onClick={() => askToDecide(selected, 'accept')}>
            Accept…
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => askToDecide(selected, 'decline')}>
            Decline…
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
            Clear selection
          </Button>
        </SelectionBar>
      )}
    </>
  )
}

function useResponseDecisions({ opportunity: { id, counts } }: StaffOpportunityPage) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set())
  const { search } = useAddress<{ q?: string; status?: string; page?: number }>()
  const clear = () => setSelectedIds(new Set())
  useEffect(clear, [search.q, search.status, search.page])
  const decide = useAnswersAction(`${opportunities.home}/${id}/decisions`, decideReply, {
    invalidates: [opportunities.queryKey],
  })
  return {
    selectedIds,
    clear,
    select: (rows: readonly ResponseRow[], isChosen: boolean) =>
      setSelectedIds((before) => {
        const others = [...before].filter((id) => rows.every((row) => row.id !== id))
        return new Set(isChosen ? [...others, ...rows.map((row) => row.id)] : others)
      }),
    askToDecide(rows: ResponseRow[], decision: Decision) {
      const possible = rows.filter((row) => canMoveResponse(row.status, decision))
      if (possible.length === 0 || decide.isPending) return
      askToConfirm({
        ...buildConfirmation(possible, decision, counts.waiting),
        onConfirm: () => decide.mutate({ ids: possible.map(({ id }) => id), decision }, { onSettled: clear }),
      })
    },
  }
}

function buildConfirmation(rows: ResponseRow[], decision: Decision, waiting: number) {
  const verb = decision === 'accept' ? 'Accept' : 'Decline'
  const isOne = rows.length === 1
  const freesPlaces = decision === 'decline' && waiting > 0 && rows.some(({ status }) => status !== 'waiting')
  return {
    title: `${verb} ${isOne ? rows[0]!.name : formatCount(rows.length, ['person', 'people'])}?`,
    confirm: isOne ? `${verb} and write` : `${verb} ${formatCount(rows.length, ['answer', 'answers'])} and write`,
    children: [
      `${isOne ? 'They get' : 'Each of them gets'} a letter.`,
      decision === 'decline' && ' They cannot answer this opportunity again.',
      freesPlaces && ' Places that open up go to people on the waiting list, in order.',
    ],
  }
}

type ResponseColumns = { question: string | null; onDecide: (row: ResponseRow, decision: Decision) => void }

function responseColumns({ question, onDecide }: ResponseColumns): Column<ResponseRow>[] {
  return [
    column('name', 'Name', { width: 220 }, (row) => <AnswererLink person={row} />),
    column('before', 'Events', { width: 90 }, ({ events_before }) => (
      <PastEvents events={events_before} of="opportunity" />
    )),
    column('answer', question ? 'Answer and message' : 'Message', (row) => <AnswerCell row={row} />),
    column('status', 'State', { width: 180 }, (row) => <StateCell row={row} />),
    column('actions', 'Decision', { width: 170 }, (row) => <DecisionButtons row={row} onDecide={onDecide} />),
  ]
}

function AnswerCell({ row: { answer, message, asked_at, postal_code, country } }: { row: ResponseRow }) {
  const place = [postal_code, country !== null && country !== 'US' && countryName(country)].filter(Boolean).join(', ')
  return (
    <span className="lines">
      {answer && <span className="quote">{answer}</span>}
      {message && <span className={answer ? 'quote muted' : 'quote'}>{message}</span>}
      <span className="fact">
        <ShortDate date={asked_at} />
        {place && ` from ${place}`}
      </span>
    </span>
  )
}

function StateCell({ row: { status, line, decided_at, decided_by } }: { row: ResponseRow }) {
  const isDecided = status === 'accepted' || status === 'declined'
  return (
    <AnswerState
      state={responseStateLabels[status]}
      position={line}
      time={isDecided ? decided_at : null}
      by={decided_by}
    />
  )
}

function DecisionButtons({ row, onDecide }: { row: ResponseRow; onDecide: ResponseColumns['onDecide'] }) {
  if (!canMoveResponse(row.status, 'decline')) return emptyCell
  const renderButton = (decision: Decision, label: string) =>
    canMoveResponse(row.status, decision) && (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`${label} ${row.name}`}
        onClick={() => onDecide(row, decision)}
      >
        {label}
      </Button>
    )
  return (
    <Group component="span" gap={6}>
      {renderButton('accept', 'Accept')}
      {renderButton('decline', 'Decline')}
    </Group>
  )
}
