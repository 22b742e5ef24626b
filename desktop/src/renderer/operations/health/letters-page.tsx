import {
  letterStates,
  type LetterState,
  type LettersPage as PageData,
  type LettersQuery,
  type SentLetter,
} from '@alumni/shared/operations/letters'
import { Button, SegmentedControl, Select } from '@mantine/core'
import { IconCircleCheck, IconClock, IconMail, IconMailOff, IconSend, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { ListFoot } from '../../ui/paged-list.tsx'
import type { RowAction } from '../../ui/row-actions.tsx'
import { StateWord, type Tone } from '../../ui/state-word.tsx'
import { none } from '../../ui/words/none.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { rowsPerPage } from '@alumni/shared/page'
import { useSendAgain } from './actions.ts'
import { lettersQuery } from './queries.ts'
import classes from './letters.module.css'

const states: Record<LetterState, { word: string; icon: Icon; tone: Tone }> = {
  waiting: { word: 'Waiting', icon: IconClock, tone: 'warn' },
  given_up: { word: 'Given up', icon: IconMailOff, tone: 'bad' },
  sent: { word: 'Sent', icon: IconCircleCheck, tone: 'good' },
}

/** The letters of the last 30 days: whether they left, and why one did not. */
export function LettersPage() {
  const search: LettersQuery = useSearch({ from: '/shell/settings/letters' })
  const query = useQuery(lettersQuery(search))
  const page = query.data
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title="Letters"
      about="What the service has sent in the last 30 days, and what did not leave. To whom is not kept: a letter finds its address when it is sent."
      actions={page && page.counts.given_up > 0 && <SendAllAgain letters={page.counts.given_up} />}
    >
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={40} />}
      {page && <Letters page={page} search={search} isStale={query.isPlaceholderData} />}
    </Page>
  )
}

function SendAllAgain({ letters }: { letters: number }) {
  const sendAgain = useSendAgain()
  return (
    <Button
      leftSection={<IconSend size={16} stroke={1.8} aria-hidden />}
      loading={sendAgain.isPending}
      onClick={() => sendAgain.mutate(undefined)}
    >
      Send {countOf(letters, ['letter', 'letters'])} again
    </Button>
  )
}

function Letters({ page, search, isStale }: { page: PageData; search: LettersQuery; isStale: boolean }) {
  const navigate = useNavigate({ from: '/settings/letters' })
  const go = (to: Partial<LettersQuery>) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace: true, resetScroll: false })
  const sendAgain = useSendAgain()
  const actions: RowAction<SentLetter>[] = [
    {
      key: 's',
      label: () => 'Send again',
      icon: IconSend,
      isPossible: ({ state }) => state === 'given_up',
      run: ({ id }) => sendAgain.mutate(id),
    },
  ]
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          value={search.state ?? 'all'}
          onChange={(state) => go({ state: state === 'all' ? undefined : (state as LetterState) })}
          data={[
            { value: 'all', label: 'All' },
            ...letterStates.map((value) => ({ value, label: `${states[value].word} ${count(page.counts[value])}` })),
          ]}
          aria-label="Which letters"
        />
        <Select
          data={page.kinds}
          value={search.kind ?? null}
          onChange={(kind) => go({ kind: kind ?? undefined })}
          placeholder="About anything"
          aria-label="What letters are about"
          searchable
          clearable
          className={classes.kind}
        />
      </div>
      {page.letters.length > 0 ? (
        <DataTable
          caption="Letters"
          columns={columns}
          rows={page.letters}
          rowKey={({ id }) => String(id)}
          isStale={isStale}
          actions={actions}
        />
      ) : (
        <EmptyState icon={IconMail} title="No such letter">
          Letters appear here when the service has something to say: a sign-in link, an answer to an event.
        </EmptyState>
      )}
      <ListFoot page={page} perPage={rowsPerPage} onPage={(to) => go({ page: to })} />
    </>
  )
}

const columns: Column<SentLetter>[] = [
  { id: 'about', header: 'About', cell: ({ row }) => <strong>{row.original.about}</strong> },
  {
    id: 'state',
    header: 'State',
    meta: { width: 130 },
    cell: ({ row: { original: letter } }) => (
      <StateWord icon={states[letter.state].icon} tone={states[letter.state].tone}>
        {states[letter.state].word}
      </StateWord>
    ),
  },
  { id: 'asked', header: 'Asked for', meta: { width: 170 }, cell: ({ row }) => <When at={row.original.created_at} /> },
  {
    id: 'ended',
    header: 'Left',
    meta: { width: 170 },
    cell: ({ row }) => (row.original.sent_at ? <When at={row.original.sent_at} /> : none),
  },
  { id: 'attempts', header: 'Tries', meta: { isNumber: true, width: 70 }, cell: ({ row }) => row.original.attempts },
  { id: 'failure', header: 'What went wrong', cell: ({ row }) => row.original.failure ?? none },
]
