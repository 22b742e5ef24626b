import { canMoveResponse, responseStatuses } from '@alumni/shared/publications/opportunities'
import type {
  Decision,
  ResponseRow,
  ResponsesQuery,
  StaffOpportunityPage,
} from '@alumni/shared/publications/staff-opportunities'
import { Button } from '@mantine/core'
import { IconInbox, IconSearchOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChoiceBar } from '../../domain/publications/choice-bar.tsx'
import classes from '../../domain/publications/columns.module.css'
import { ConfirmModal } from '../../domain/publications/confirm-modal.tsx'
import { useRowLetters } from '../../domain/publications/use-row-letters.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { useDecide } from './queries.ts'
import { responseColumns } from './response-columns.tsx'
import { statusWords } from './words.ts'

type ResponsesProps = { page: StaffOpportunityPage; search: ResponsesQuery; isStale: boolean }

/** Who has answered, and the decisions about them. */
export function Responses({ page, search, isStale }: ResponsesProps) {
  const { opportunity, responses, status } = page
  const { counts } = opportunity
  const navigate = useNavigate({ from: '/champion_signups/opportunities/$id' })
  const { chosen, setChosen, toggle, asked, setAsked, ask, confirm, isPending } = useDecisions(opportunity.id)
  const go = (to: Partial<ResponsesQuery>, replace = false) => {
    setChosen(new Set())
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  }
  useRowLetters(responses, {
    a: (row) => ask([row], 'accept'),
    d: (row) => ask([row], 'decline'),
    x: ({ id }) => toggle(id, !chosen.has(id)),
  })
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0)
  if (all === 0) return <NoneYet isPublished={opportunity.state !== 'draft' && opportunity.state !== 'scheduled'} />
  const picked = responses.filter(({ id }) => chosen.has(id))
  return (
    <>
      <PagedList
        page={page}
        onPage={(to) => go({ page: to })}
        search={{
          label: 'Search answers by name, e-mail or words',
          hint: 'Name, e-mail or words',
          q: search.q,
          onFind: (q) => go({ q }, true),
        }}
        bar={
          <>
            <h2>Answers</h2>
            <StatusBar counts={counts} all={all} status={status} onChoose={(to) => go({ status: to })} />
            <span className="muted" role="status">
              {search.q && countOf(page.matching, ['answer', 'answers'])}
            </span>
          </>
        }
      >
        {responses.length > 0 ? (
          <DataTable
            caption="Answers"
            columns={responseColumns({
              question: opportunity.question,
              isChosen: ({ id }) => chosen.has(id),
              onChoose: ({ id }, isChosen) => toggle(id, isChosen),
              onDecide: (row, decision) => ask([row], decision),
            })}
            rows={responses}
            rowKey={({ id }) => String(id)}
            onOpen={({ signup_id }) =>
              signup_id !== null && void navigate({ to: '/champion_signups/$id', params: { id: String(signup_id) } })
            }
            isStale={isStale}
          />
        ) : (
          <NoneFound isSearch={Boolean(search.q)} />
        )}
        {picked.length > 0 && (
          <ChosenBar number={picked.length} onDecide={(to) => ask(picked, to)} onNone={() => setChosen(new Set())} />
        )}
      </PagedList>
      {asked && (
        <DecideModal
          {...asked}
          waiting={counts.waiting}
          isPending={isPending}
          onClose={() => setAsked(null)}
          onConfirm={confirm}
        />
      )}
    </>
  )
}

/** The answers that are ticked, and the decision that is asked about. */
function useDecisions(opportunity: number) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [asked, setAsked] = useState<{ rows: ResponseRow[]; decision: Decision } | null>(null)
  const decide = useDecide(opportunity)
  const toggle = (id: number, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((other) => other !== id)))
  const ask = (rows: ResponseRow[], decision: Decision) => {
    const possible = rows.filter((row) => canMoveResponse(row.status, decision))
    if (possible.length > 0 && !decide.isPending) setAsked({ rows: possible, decision })
  }
  const confirm = () => {
    if (!asked) return
    const onSettled = () => {
      setAsked(null)
      setChosen(new Set())
    }
    decide.mutate({ ids: asked.rows.map(({ id }) => id), decision: asked.decision }, { onSettled })
  }
  return { chosen, setChosen, toggle, asked, setAsked, ask, confirm, isPending: decide.isPending }
}

function NoneYet({ isPublished }: { isPublished: boolean }) {
  return (
    <EmptyState icon={IconInbox} title="Nobody has answered yet">
      {isPublished
        ? 'Answers appear here as they come. Each person is thanked by letter at once.'
        : 'Champions see it, and can answer, once it is published.'}
    </EmptyState>
  )
}

function NoneFound({ isSearch }: { isSearch: boolean }) {
  return isSearch ? (
    <EmptyState icon={IconSearchOff} title="No answer matches">
      Try fewer letters, or look among all answers.
    </EmptyState>
  ) : (
    <EmptyState icon={IconInbox} title="No such answers">
      Look among the others.
    </EmptyState>
  )
}

type StatusBarProps = {
  counts: StaffOpportunityPage['opportunity']['counts']
  all: number
  status: StaffOpportunityPage['status']
  onChoose: (status: StaffOpportunityPage['status']) => void
}

function StatusBar({ counts, all, status, onChoose }: StatusBarProps) {
  return (
    <ChoiceBar
      label="Which answers"
      choices={[
        ...responseStatuses.map((value) => ({
          value,
          label: `${statusWords[value].word} ${count(counts[value])}`,
        })),
        { value: 'all' as const, label: `All ${count(all)}` },
      ]}
      value={status}
      onChoose={onChoose}
    />
  )
}

type ChosenBarProps = { number: number; onDecide: (decision: Decision) => void; onNone: () => void }

function ChosenBar({ number, onDecide, onNone }: ChosenBarProps) {
  return (
    <div className={classes.chosen} role="region" aria-label="Chosen answers">
      <strong>{countOf(number, ['answer', 'answers'])} chosen</strong>
      <Button size="compact-sm" onClick={() => onDecide('accept')}>
        Accept…
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onDecide('decline')}>
        Decline…
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onNone}>
        Choose none
      </Button>
    </div>
  )
}

type DecideModalProps = {
  rows: ResponseRow[]
  decision: Decision
  waiting: number
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

function DecideModal({ rows, decision, waiting, ...rest }: DecideModalProps) {
  const [one] = rows
  const whom = rows.length === 1 && one ? one.name : countOf(rows.length, ['person', 'people'])
  const freed = rows.filter(({ status }) => status !== 'waiting').length
  return (
    <ConfirmModal
      isOpen
      title={decision === 'accept' ? `Accept ${whom}?` : `Decline ${whom}?`}
      action={
        rows.length === 1
          ? decision === 'accept'
            ? 'Accept and write'
            : 'Decline and write'
          : `${decision === 'accept' ? 'Accept' : 'Decline'} ${count(rows.length)} and write`
      }
      {...rest}
    >
      {rows.length === 1 ? 'They get' : 'Each of them gets'} a letter that says so.{' '}
      {decision === 'decline' &&
        'They cannot answer this opportunity again.' +
          (waiting > 0 && freed > 0 ? ' Places that become free go to those who wait, in their order.' : '')}
    </ConfirmModal>
  )
}
