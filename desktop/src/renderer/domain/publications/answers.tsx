import type { PageMembers } from '@alumni/shared/page'
import type { RefusedAnswers } from '@alumni/shared/publications/publications'
import { IconInbox, IconLink } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import { request } from '../../http.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { ResourceList, type ResourceListProps } from '../../ui/table/resource-list.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { useAction, type ActionOptions } from '../../ui/use-action.ts'
import { useAddress } from '../../ui/use-address.ts'
import { isFreeKey, useLetterKeys } from '../../ui/use-letter-key.ts'
import { Breakable } from '../../ui/words/breakable.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { ChoiceBar, type Choice } from './choice-bar.tsx'
import type { StateWords } from './kind.ts'

type Query<Status> = { q?: string | undefined; status?: Status | undefined; page?: number | undefined }
type Answerer = { signup_id: number | null; name: string; email: string | null; buid: string | null }

type AnswersProps<Row extends object, Status extends string> = Pick<
  ResourceListProps<Row, Query<Status>>,
  'columns' | 'isStale' | 'selection'
> & {
  title: string
  page: PageMembers & { status: Status }
  rows: Row[]
  choices: readonly Choice<Status>[]
  /** The fields that are searched. */
  hint: string
  /** The action of each letter key on the focused row. */
  letters: Record<string, (row: Row) => void>
}

/** The answers to a publication: narrowed by state and words, opened and decided about by key. */
export function Answers<Row extends Answerer & { id: number }, Status extends string>({
  title,
  page,
  rows,
  choices,
  hint,
  letters,
  ...table
}: AnswersProps<Row, Status>) {
  const address = useAddress<Query<Status>>()
  const navigate = useNavigate()
  useRowLetters(rows, letters)
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
      searchLabel={`Search answers by ${hint}`}
      searchHint={hint.replace(/^./, (letter) => letter.toUpperCase())}
      filters={
        <>
          <h2>{title}</h2>
          <ChoiceBar
            label="Which answers"
            choices={choices}
            value={page.status}
            onChoose={(status) => address.go({ status }, 'as step')}
          />
        </>
      }
      noun={['answer', 'answers']}
      isFiltered={Boolean(q)}
      empty={{ icon: IconInbox, title: 'No such answers', children: 'Look among the others.' }}
    />
  )
}

/** In place of the list where it is empty whatever the filters. */
export function NoAnswers({ state, before, since }: { state: string; before: string; since: string }) {
  return (
    <EmptyState icon={IconInbox} title="Nobody has answered yet">
      {state === 'draft' || state === 'scheduled' ? before : since}
    </EmptyState>
  )
}

/** Acts on answers and reports whoever is left as they are, with the reason. */
export function useAnswersAction<Input, Reply extends { refused: RefusedAnswers }>(
  url: string,
  reply: z.ZodType<Reply>,
  options: ActionOptions<Input, Reply>,
) {
  return useAction((body: Input) => request(url, reply, { method: 'POST', body }), {
    ...options,
    onDone: ({ refused }) => notifyRefused(refused),
  })
}

export function notifyRefused(refused: RefusedAnswers): void {
  if (refused.length === 0) return
  const first = refused.slice(0, 3).map(({ name, error }) => `${name}: ${error}`)
  const title = `${countOf(refused.length, ['person', 'people'])} left as they were`
  const message = [...first, ...(refused.length > 3 ? [`And ${refused.length - 3} more.`] : [])].join(' ')
  notifyError(title, new Error(message), 'refused answers')
}

/** A champion in a table of answers: the name leads to their signup, the address stands under it. */
export function AnswererLink({ person: { signup_id, name, email, buid } }: { person: Answerer }) {
  if (signup_id === null) return <span className="muted">{name}</span>
  return (
    <span className="lines">
      <span>
        <Link to="/champion_signups/$id" params={{ id: String(signup_id) }} className="name">
          {name}
        </Link>{' '}
        {buid && <IconLink size={13} stroke={1.8} role="img" aria-label="linked to an alumnus" className="muted" />}
      </span>
      {email && (
        <span className="fact">
          <Breakable text={email} />
        </span>
      )}
    </span>
  )
}

type AnswerStateProps = { words: StateWords; line: number | null; at: string | null; by: string | null }

/** How an answer stands, in which place of the waiting line, and since when by whom. */
export function AnswerState({ words: { word, ...looks }, line, at, by }: AnswerStateProps) {
  return (
    <span className="lines">
      <StateWord {...looks} word={line === null ? word : `${word}, number ${line}`} />
      {at && (
        <span className="fact">
          <When at={at} />
          {by && ` by ${by}`}
        </span>
      )}
    </span>
  )
}

/** Letters that do something with the row that has the focus; the page's table stands in the order of `rows`. */
function useRowLetters<Row>(rows: readonly Row[], letters: Record<string, (row: Row) => void>): void {
  const [areOn] = useLetterKeys()
  const latest = useRef({ rows, letters })
  latest.current = { rows, letters }
  useEffect(() => {
    if (!areOn) return
    function onKey(event: KeyboardEvent) {
      const { rows, letters } = latest.current
      const index = [...document.querySelectorAll('[data-row]')].findIndex((row) => row === document.activeElement)
      const [row, action] = [rows[index], letters[event.key]]
      if (row === undefined || !action || !isFreeKey(event)) return
      event.preventDefault()
      action(row)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [areOn])
}
