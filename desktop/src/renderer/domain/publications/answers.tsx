import { answeredCode } from '@alumni/shared/alumni/answer-filters'
import type { PageMembers } from '@alumni/shared/page'
import type { RefusedAnswers } from '@alumni/shared/publications/publications'
import { IconInbox, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useWindowEvent } from '@mantine/hooks'
import type { z } from 'zod'
import { NameLink, NotLinkedTag } from '../people/person-link.tsx'
import { post } from '../../http.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { Segments } from '../../ui/table/filters.tsx'
import { ResourceList, type ResourceListProps } from '../../ui/table/resource-list.tsx'
import { StateBadge, type StateLabel } from '../../ui/state-badge.tsx'
import { useAction, type ActionOptions } from '../../ui/use-action.ts'
import { useAddress } from '../../ui/use-address.ts'
import { isFreeKey, useLetterKeys } from '../../ui/use-letter-key.ts'
import { Breakable } from '../../ui/format/breakable.tsx'
import { capitalize } from '../../ui/format/format-value.ts'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { WriteLetterButton } from '../letters/start-letter.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ShortDate } from '../../ui/format/times.tsx'

type Choice<Status> = readonly [value: Status, label: string, number: number]
type Query<Status> = { q?: string | undefined; status?: Status | undefined; page?: number | undefined }
type Answerer = {
  signup_id: number | null
  name: string
  email: string | null
  buid: string | null
  class_years?: readonly number[]
  city?: string | null
}

type AnswersProps<Row extends object, Status extends string> = Pick<
  ResourceListProps<Row, Query<Status>>,
  'columns' | 'isStale' | 'selection'
> & {
  title: string
  publication: { to: 'event' | 'opportunity'; id: number }
  page: PageMembers & { status: Status }
  rows: Row[]
  choices: readonly Choice<Status>[]
  searchedFields: string
  keyActions: Record<string, (row: Row) => void>
}

export function Answers<Row extends Answerer & { id: number }, Status extends string>({
  title,
  publication,
  page,
  rows,
  choices,
  searchedFields,
  keyActions,
  ...table
}: AnswersProps<Row, Status>) {
  const address = useAddress<Query<Status>>()
  const navigate = useNavigate()
  useRowKeys(rows, keyActions)
  const { q } = address.search
  return (
    <ResourceList
      {...table}
      address={address}
      page={page}
      rows={rows}
      rowKey={({ id }) => String(id)}
      caption="Answers"
      onOpen={({ signup_id }) => signup_id !== null && void navigate({ href: `/champion_signups/${signup_id}` })}
      searchLabel={`Search answers by ${searchedFields}`}
      searchHint={capitalize(searchedFields)}
      head={<h2>{title}</h2>}
      filters={
        <>
          <Segments
            label="Which answers"
            data={choices.map(([value, label, number]) => ({ value, label: `${label} ${formatNumber(number)}` }))}
            value={page.status}
            onChoose={(status) => address.go({ status: status as Status }, 'as step')}
          />
          {!q && (
            <WriteLetterButton
              list={{ from: 'answers', ...publication, status: page.status === 'all' ? null : page.status }}
              about={`${publication.to}:${publication.id}`}
              people={page.matching}
              size="compact-sm"
            />
          )}
          {!q && (
            <LinkButton
              variant="default"
              size="compact-sm"
              icon={IconSearch}
              to="/alumni_search"
              search={{
                answered: answeredCode(publication.to, publication.id),
                ...(page.status !== 'all' && { answer: toAnswerStates(page.status) }),
              }}
            >
              In search
            </LinkButton>
          )}
        </>
      }
      noun={['answer', 'answers']}
      isFiltered={Boolean(q)}
      empty={{ icon: IconInbox, title: 'No such answers', children: 'Try another state.' }}
    />
  )
}

const toAnswerStates = (status: string) => (status === 'expected' ? 'going,attended,absent' : status)

type NoAnswersProps = { state: string; unpublishedText: string; publishedText: string }

export function NoAnswers({ state, unpublishedText, publishedText }: NoAnswersProps) {
  return (
    <EmptyState icon={IconInbox} title="No one has answered yet">
      {state === 'draft' || state === 'scheduled' ? unpublishedText : publishedText}
    </EmptyState>
  )
}

export function useAnswersAction<Input, Reply extends { refused: RefusedAnswers }>(
  url: string,
  reply: z.ZodType<Reply>,
  options: ActionOptions<Input, Reply>,
) {
  return useAction((body: Input) => post(url, reply, body), {
    ...options,
    onDone: ({ refused }) => notifyRefusedAnswers(refused),
  })
}

export function notifyRefusedAnswers(refused: RefusedAnswers): void {
  if (refused.length === 0) return
  const first = refused.slice(0, 3).map(({ name, error }) => `${name}: ${error}`)
  const title = `${formatCount(refused.length, ['person', 'people'])} left as they were`
  const message = [...first, ...(refused.length > 3 ? [`And ${refused.length - 3} more.`] : [])].join(' ')
  notifyError(title, new Error(message), 'refused answers')
}

export function AnswererLink({ person }: { person: Answerer }) {
  const { signup_id, name, email, buid, class_years = [], city } = person
  if (signup_id === null) return <span className="muted">{name}</span>
  return (
    <span className="lines">
      <span>
        <NameLink name={nameWithClasses(name, class_years)} signup={signup_id} /> {buid === null && <NotLinkedTag />}
      </span>
      {(city || email) && (
        <span className="fact">
          {city}
          {city && email && ' · '}
          {email && <Breakable text={email} />}
        </span>
      )}
    </span>
  )
}

export function PastEvents({ events, of: kind }: { events: number; of: keyof typeof pastEventsTitles }) {
  return (
    <span title={pastEventsTitles[kind]} className={events === 0 ? 'muted' : undefined}>
      {events === 0 ? (kind === 'event' ? 'First time' : 'None') : formatCount(events, ['event', 'events'])}
    </span>
  )
}

const countingRule =
  'each counted once: from the alumnus’s record or, for a champion not linked to one, from their answers here.'
const pastEventsTitles = {
  event: `Events attended before the day of this event, ${countingRule}`,
  opportunity: `Events attended so far, ${countingRule}`,
}

type AnswerStateProps = { state: StateLabel; position: number | null; time: string | null; by: string | null }

export function AnswerState({ state: { label, ...looks }, position, time, by }: AnswerStateProps) {
  return (
    <span className="lines">
      <StateBadge {...looks} label={position === null ? label : `${label}, number ${position}`} />
      {time && (
        <span className="fact">
          <ShortDate date={time} />
          {by && ` by ${by}`}
        </span>
      )}
    </span>
  )
}

/** `rows` must be in the order of the table. */
function useRowKeys<Row>(rows: readonly Row[], keyActions: Record<string, (row: Row) => void>): void {
  const [areOn] = useLetterKeys()
  useWindowEvent('keydown', (event) => {
    const index = [...document.querySelectorAll('[data-row]')].findIndex((row) => row === document.activeElement)
    const [row, action] = [rows[index], keyActions[event.key]]
    if (!areOn || row === undefined || !action || !isFreeKey(event)) return
    event.preventDefault()
    action(row)
  })
}
