import {
  type ListedSignup,
  type SignupChoices,
  type SignupsPage,
  signupColumns,
  statusNames,
} from '@alumni/shared/champions/staff-list'
import { rowsPerPage } from '@alumni/shared/page'
import { IconCopy, IconArrowsJoin, IconUserSearch, IconUsersGroup } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { signupStatuses } from '@alumni/shared/champions/record'
import { copyText } from '../../ui/copy-text.ts'
import { DataTable, type Selection } from '../../ui/data-table.tsx'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { ListFoot } from '../../ui/paged-list.tsx'
import type { RowAction } from '../../ui/row-actions.tsx'
import { refusalWords } from '../../domain/people/ways.tsx'
import { ColumnsMenu } from '../../domain/searches/columns-menu.tsx'
import { NotUnderstood, ResultsSkeleton } from '../../domain/searches/not-understood.tsx'
import { SortMenu } from '../../domain/searches/sort-menu.tsx'
import type { useLeftRow } from '../../domain/searches/use-left-row.ts'
import type { Results as ResultsOf } from '../../domain/searches/use-results.ts'
import { columnNames, columnsOf, phoneLineOf, usualColumns, type ChoosableColumn, nameOf } from './columns.tsx'
import { type useSignupsAddress, type SignupWords, sortsOf, usualSort } from './signup-words.ts'
import { countOf, list, count } from '../../ui/words/numbers.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NobodyOnFile, useNobodyOnFile } from '../../domain/people/on-file.tsx'
import { mistypedWords } from '../../ui/words/unknown-codes.ts'
import { chipsOf, unknownIn, without } from './chips.ts'
import classes from '../../domain/searches/results.module.css'
import selectionClasses from '../../domain/searches/selection-bar.module.css'

type ResultsProps = {
  address: ReturnType<typeof useSignupsAddress>
  results: ResultsOf<SignupsPage>
  choices: SignupChoices | undefined
  left: ReturnType<typeof useLeftRow>
  columns: readonly ChoosableColumn[]
  onColumns: (columns: readonly ChoosableColumn[]) => void
}

const headers = columnNames.map((name) => ({ name, header: signupColumns[name] }))

/** The signups that fit: how many of each status, and the page of them. */
export function Results({
  address: { words, change, turn },
  results: { page, isStale, refusal, error, retry },
  choices,
  left,
  columns,
  onColumns,
}: ResultsProps) {
  const navigate = useNavigate()
  const { chosen, selection, clear } = useChosen()
  if (error) return <FailedSection error={error} onRetry={retry} />
  if (refusal && !page) return <NotUnderstood refusal={refusal} words={words} onChange={change} />
  if (!page) return <ResultsSkeleton />
  const open = ({ id }: ListedSignup) => {
    left.leaveBy(String(id))
    void navigate({ to: '/champion_signups/$id', params: { id: String(id) } })
  }
  const onSort = (sort: string | undefined) => change({ sort: sort === usualSort ? undefined : sort })
  return (
    <section className={classes.results} aria-label="Results">
      <div className={classes.bar}>
        <StatusTabs status={words.status} statuses={page.statuses} onChoose={(status) => change({ status })} />
        <p role="status" className={classes.count}>
          {refusal && <span>{refusal.sentence}</span>}
        </p>
        <SortMenu {...sortsOf(words)} onSort={onSort} />
        <span className={classes.columns}>
          <ColumnsMenu columns={headers} chosen={columns} usual={usualColumns} onChoose={onColumns} />
        </span>
      </div>
      {page.signups.length > 0 && (
        <div className={classes.scroller} data-wide={columns.length > 8 || undefined}>
          <DataTable
            caption="Champion signups"
            columns={columnsOf(columns, left)}
            rows={page.signups}
            rowKey={({ id }) => String(id)}
            onOpen={open}
            isStale={isStale}
            isOneLine
            phoneLine={phoneLineOf}
            sorting={{ by: words.sort ?? usualSort, onSort }}
            actions={actions}
            selection={words.show === undefined ? selection : undefined}
            focusOn={left.row}
          />
        </div>
      )}
      {page.matching === 0 && <NoSignups words={words} choices={choices} onChange={change} />}
      <ChosenBar chosen={chosen} onClear={clear} />
      {page.signups.length > 0 && (
        <ListFoot
          page={page}
          perPage={rowsPerPage}
          onPage={(to) => {
            turn(to)
            window.scrollTo({ top: 0 })
          }}
        />
      )}
    </section>
  )
}

const actions: readonly RowAction<ListedSignup>[] = [
  {
    key: 'e',
    label: () => 'Copy the e-mail',
    icon: IconCopy,
    run: ({ email }) => void copyText(email),
    refusal: ({ silence }) => silence && refusalWords[silence],
  },
]

const most = 4

/** What can be done with the signups that are chosen, by id and name: two to four are compared. */
function ChosenBar({ chosen, onClear }: { chosen: ReadonlyMap<string, string>; onClear: () => void }) {
  const navigate = useNavigate()
  if (chosen.size === 0) return null
  const compare = () =>
    void navigate({ href: `/champion_signups/duplicates?ids=${[...chosen.keys()].join(',')}` } as never)
  return (
    <div className={selectionClasses.bar} role="group" aria-label="Chosen signups">
      <p role="status">
        <strong>{countOf(chosen.size, ['signup', 'signups'])} chosen</strong>{' '}
        <span>{chosen.size > most ? `At most ${most} can be compared at once.` : list([...chosen.values()])}</span>
      </p>
      <Button variant="subtle" onClick={onClear}>
        Clear
      </Button>
      <Button
        leftSection={<IconArrowsJoin size={16} stroke={1.6} aria-hidden />}
        disabled={chosen.size < 2 || chosen.size > most}
        onClick={compare}
      >
        {chosen.size < 2 ? 'Choose another to compare' : 'Compare and merge'}
      </Button>
    </div>
  )
}

/** The signups that are chosen, by id and name; they stay chosen while one looks for the others. */
function useChosen() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const selection: Selection<ListedSignup> = {
    chosen: new Set(chosen.keys()),
    label: (signup) => `Choose ${nameOf(signup)}`,
    onChoose: (rows, isChosen) =>
      setChosen((before) => {
        const after = new Map(before)
        for (const row of rows) {
          if (isChosen) after.set(String(row.id), nameOf(row))
          else after.delete(String(row.id))
        }
        return after
      }),
  }
  return { chosen, selection, clear: () => setChosen(new Map()) }
}

type NoSignupsProps = {
  words: SignupWords
  choices: SignupChoices | undefined
  onChange: (changes: SignupWords) => void
}

/** No signup fits: says what could be loosened, each a click away. */
function NoSignups({ words, choices, onChange }: NoSignupsProps) {
  const chips = chipsOf(words, choices)
  const isEmpty = useNobodyOnFile()
  const { q, status } = words
  if (isEmpty && !q && !status && chips.length === 0)
    return (
      <NobodyOnFile>
        Nobody has signed up yet either. Champions appear here as soon as they do, and are linked to the alumni on file.
      </NobodyOnFile>
    )
  if (!q && !status && chips.length === 0)
    return (
      <EmptyState icon={IconUsersGroup} title="Nobody has signed up yet">
        Alumni who become champions on their site appear here, from the moment that they have said who they are.
      </EmptyState>
    )
  const unknown = chips.flatMap(({ filter }) => unknownIn(filter, words, choices) ?? [])
  return (
    <EmptyState
      icon={IconUserSearch}
      title={q ? `No signup was found for “${q}”` : 'No signup fits these filters'}
      actions={
        <>
          {q && (chips.length > 0 || status) && (
            <Button variant="default" onClick={() => onChange({ q: undefined })}>
              Without “{q}”
            </Button>
          )}
          {status && (
            <Button variant="default" onClick={() => onChange({ status: undefined })}>
              Of any status
            </Button>
          )}
          {chips.length > 0 && (
            <Button variant="default" onClick={() => onChange(without(...chips.map(({ filter }) => filter)))}>
              {chips.length === 1 ? 'Without the filter' : 'Without the filters'}
            </Button>
          )}
          {q && words.show === undefined && (
            <Button variant="default" onClick={() => onChange({ show: 'merged' })}>
              Look among merged ones
            </Button>
          )}
        </>
      }
    >
      {unknown.length > 0
        ? [...unknown, mistypedWords].map((sentence) => <p key={sentence}>{sentence}</p>)
        : q
          ? 'Each word must begin a name, an e-mail address or a BUID; accents make no difference. Try fewer words.'
          : 'Take a filter away, or widen it.'}
    </EmptyState>
  )
}

type StatusTabsProps = {
  status: string | undefined
  statuses: SignupsPage['statuses']
  onChoose: (status: string | undefined) => void
}

/** How many the filters find of each status, and which of them are shown. */
function StatusTabs({ status, statuses, onChoose }: StatusTabsProps) {
  const all = signupStatuses.reduce((sum, each) => sum + statuses[each], 0)
  const label = (word: string, many: number) => (
    <span className={selectionClasses.tab}>
      {word} <span className={selectionClasses.count}>{count(many)}</span>
    </span>
  )
  return (
    <SegmentedControl
      className={selectionClasses.tabs ?? ''}
      aria-label="Status"
      value={signupStatuses.find((each) => each === status) ?? ''}
      onChange={(chosen) => onChoose(chosen || undefined)}
      data={[
        { value: '', label: label('All', all) },
        ...signupStatuses.map((each) => ({ value: each, label: label(statusNames[each], statuses[each]) })),
      ]}
    />
  )
}
