import { countryName } from '@alumni/shared/countries'
import { canMoveResponse, responseStatuses } from '@alumni/shared/publications/opportunities'
import {
  decideReply,
  type Decision,
  type ResponseRow,
  type StaffOpportunityPage,
} from '@alumni/shared/publications/staff-opportunities'
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
import { emptyCell } from '../../ui/words/empty-cell.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { opportunities, responseWords } from './kind.ts'
import { ShortDate } from '../../ui/words/times.tsx'

/** Lists the answers and the decisions about them. */
export function Responses({ page, isStale }: { page: StaffOpportunityPage; isStale: boolean }) {
  const { opportunity, responses } = page
  const { state, counts } = opportunity
  const { chosen, chooseNone, choose, ask } = useDecisions(page)
  const all = countAnswers(opportunity)
  if (all === 0)
    return (
      <NoAnswers
        state={state}
        unpublishedText="Champions can see and answer it once it is published."
        publishedText="Answers appear here as they arrive. Each person gets a thank-you letter right away."
      />
    )
  const picked = responses.filter(({ id }) => chosen.has(id))
  return (
    <>
      <Answers
        title="Answers"
        publication={{ to: 'opportunity', id: opportunity.id }}
        page={page}
        rows={responses}
        choices={[
          ...responseStatuses.map((value) => [value, responseWords[value].word, counts[value]] as const),
          ['all', 'All', all],
        ]}
        hint="name, e-mail or words"
        columns={responseColumns({
          question: opportunity.question,
          onDecide: (row, decision) => ask([row], decision),
        })}
        keyActions={{
          a: (row) => ask([row], 'accept'),
          d: (row) => ask([row], 'decline'),
        }}
        isStale={isStale}
        selection={{
          selectedKeys: new Set([...chosen].map(String)),
          label: ({ name }) => `Choose ${name}`,
          isPossible: ({ status }) => canMoveResponse(status, 'decline'),
          onSelect: choose,
          onClear: chooseNone,
        }}
      />
      {picked.length > 0 && (
        <SelectionBar label="Chosen answers" title={`${countOf(picked.length, ['answer', 'answers'])} chosen`}>
          <Button size="compact-sm" onClick={() => ask(picked, 'accept')}>
            Accept…
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => ask(picked, 'decline')}>
            Decline…
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={chooseNone}>
            Clear selection
          </Button>
        </SelectionBar>
      )}
    </>
  )
}

/** The answers that are ticked, until others are looked at, and the question before a decision. */
function useDecisions({ opportunity: { id, counts } }: StaffOpportunityPage) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { search } = useAddress<{ q?: string; status?: string; page?: number }>()
  const chooseNone = () => setChosen(new Set())
  useEffect(chooseNone, [search.q, search.status, search.page])
  const decide = useAnswersAction(`${opportunities.home}/${id}/decisions`, decideReply, {
    invalidates: [opportunities.queryKey],
  })
  return {
    chosen,
    chooseNone,
    choose: (rows: readonly ResponseRow[], isChosen: boolean) =>
      setChosen((before) => {
        const others = [...before].filter((one) => rows.every((row) => row.id !== one))
        return new Set(isChosen ? [...others, ...rows.map((row) => row.id)] : others)
      }),
    ask(rows: ResponseRow[], decision: Decision) {
      const possible = rows.filter((row) => canMoveResponse(row.status, decision))
      if (possible.length === 0 || decide.isPending) return
      askToConfirm({
        ...questionOf(possible, decision, counts.waiting),
        onConfirm: () => decide.mutate({ ids: possible.map(({ id }) => id), decision }, { onSettled: chooseNone }),
      })
    },
  }
}

function questionOf(rows: ResponseRow[], decision: Decision, waiting: number) {
  const verb = decision === 'accept' ? 'Accept' : 'Decline'
  const isOne = rows.length === 1
  const freesPlaces = decision === 'decline' && waiting > 0 && rows.some(({ status }) => status !== 'waiting')
  return {
    title: `${verb} ${isOne ? rows[0]!.name : countOf(rows.length, ['person', 'people'])}?`,
    confirm: isOne ? `${verb} and write` : `${verb} ${countOf(rows.length, ['answer', 'answers'])} and write`,
    children: [
      `${isOne ? 'They get' : 'Each of them gets'} a letter.`,
      decision === 'decline' && ' They cannot answer this opportunity again.',
      freesPlaces && ' Places that open up go to people on the waiting list, in order.',
    ],
  }
}

type ResponseColumns = {
  question: string | null
  onDecide: (row: ResponseRow, decision: Decision) => void
}

/** Returns the columns of the list of responses. */
function responseColumns({ question, onDecide }: ResponseColumns): Column<ResponseRow>[] {
  return [
    column('name', 'Name', (row) => <AnswererLink person={row} />, { width: 220 }),
    column('before', 'Events', ({ events_before }) => <PastEvents events={events_before} of="opportunity" />, {
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
        <ShortDate date={asked_at} />
        {place && ` from ${place}`}
      </span>
    </span>
  )
}

function State({ row: { status, line, decided_at, decided_by } }: { row: ResponseRow }) {
  const isDecided = status === 'accepted' || status === 'declined'
  return (
    <AnswerState state={responseWords[status]} position={line} time={isDecided ? decided_at : null} by={decided_by} />
  )
}

function Decisions({ row, onDecide }: { row: ResponseRow; onDecide: ResponseColumns['onDecide'] }) {
  if (!canMoveResponse(row.status, 'decline')) return emptyCell
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
