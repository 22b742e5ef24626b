import type { FoundAlumnus, SearchChoices, SearchPage } from '@alumni/shared/alumni/search'
import { rowsPerPage } from '@alumni/shared/page'
import { IconCopy, IconMail, IconUserSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { copyText } from '../../ui/copy-text.ts'
import { DataTable, type Selection } from '../../ui/data-table.tsx'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { ListFoot } from '../../ui/paged-list.tsx'
import { emailRefusal } from '../../domain/people/ways.tsx'
import type { RowAction } from '../../ui/row-actions.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { ColumnsMenu, useColumns } from '../../domain/searches/columns-menu.tsx'
import { NotUnderstood, ResultsSkeleton } from '../../domain/searches/not-understood.tsx'
import { SortMenu } from '../../domain/searches/sort-menu.tsx'
import type { Results as ResultsOf } from '../../domain/searches/use-results.ts'
import { choosable, columnNames, columnsOf, phoneLineOf, usualColumns } from './columns.tsx'
import { sortsOf, usualSort, type useReturn, type useSearchAddress, type SearchWords } from './search-words.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NobodyOnFile, useNobodyOnFile } from '../../domain/people/on-file.tsx'
import { mistypedWords } from '../../ui/words/unknown-codes.ts'
import { chipsOf, without, withoutUnknown } from './chips.ts'
import classes from '../../domain/searches/results.module.css'

const columns = { key: 'search-columns', names: columnNames, usual: usualColumns }
const headers = columnNames.map((name) => ({ name, header: choosable[name].header }))

type ResultsProps = {
  address: ReturnType<typeof useSearchAddress>
  results: ResultsOf<SearchPage>
  choices: SearchChoices | undefined
  place: ReturnType<typeof useReturn>
  selection: Selection<FoundAlumnus>
  /** What can be done with those who are selected. */
  bar: ReactNode
}

/** The people who fit: how many, and the page of them. */
export function Results({
  address: { words, change, turn },
  results: { page, isStale, refusal, error, retry },
  choices,
  place,
  selection,
  bar,
}: ResultsProps) {
  const navigate = useNavigate()
  const [chosen, choose] = useColumns(columns)
  if (error) return <FailedSection error={error} onRetry={retry} />
  if (refusal && !page) return <NotUnderstood refusal={refusal} words={words} onChange={change} />
  if (!page) return <ResultsSkeleton />
  const open = (person: FoundAlumnus) => {
    place.leaveBy(person.buid)
    void navigate({ to: '/alumni/$id', params: { id: person.buid }, state: place.state })
  }
  const { offered, current } = sortsOf(words)
  const bySurname = current === 'name' || current === '-name'
  const sorting = { by: words.sort, onSort: (sort: string | undefined) => change({ sort }) }
  return (
    <section className={classes.results} aria-label="Results">
      <div className={classes.bar}>
        <p role="status" className={classes.count}>
          {refusal ? <span>{refusal.sentence}</span> : <strong>{countOf(page.matching, ['person', 'people'])}</strong>}{' '}
          {!isStale && page.corrections.length > 0 && <span>{correctionWords(page.corrections, words.q)}</span>}
        </p>
        <SortMenu
          offered={offered}
          current={current}
          onSort={(sort) => change({ sort: sort === usualSort(words) ? undefined : sort })}
        />
        <span className={classes.columns}>
          <ColumnsMenu columns={headers} chosen={chosen} usual={usualColumns} onChoose={choose} />
        </span>
      </div>
      {page.alumni.length > 0 && (
        <div className={classes.scroller} data-wide={chosen.length > 7 || undefined}>
          <DataTable
            caption="Alumni who were found"
            columns={columnsOf(chosen, page.alumni, place, bySurname)}
            rows={page.alumni}
            rowKey={({ buid }) => buid}
            onOpen={open}
            isStale={isStale}
            isOneLine
            sorting={sorting}
            actions={actions}
            selection={selection}
            phoneLine={phoneLineOf}
            focusOn={place.row}
          />
        </div>
      )}
      {bar}
      {page.matching === 0 && <EmptyResults words={words} choices={choices} onChange={change} />}
      {page.alumni.length > 0 && (
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

const actions: readonly RowAction<FoundAlumnus>[] = [
  { key: 'c', label: () => 'Copy the BUID', icon: IconCopy, run: ({ buid }) => void copyText(buid) },
  {
    key: 'e',
    label: () => 'Copy the e-mail',
    icon: IconMail,
    run: ({ primary_email }) => void copyText(primary_email ?? ''),
    isPossible: ({ primary_email }) => primary_email !== null,
    refusal: emailRefusal,
  },
]

/** What was looked for instead of words that nobody has, as they were typed: "Nobody is called “Alvarz”. Shown: Alvarez, Alvares." */
export function correctionWords(corrections: SearchPage['corrections'], q = ''): string {
  return corrections
    .map(({ typed, as }) =>
      [`Nobody is called “${asTyped(typed, q)}”.`, as.length > 0 && `Shown: ${as.map(withCapital).join(', ')}.`]
        .filter(Boolean)
        .join(' '),
    )
    .join(' ')
}

/** The server compares without accents and capitals. */
function asTyped(folded: string, q: string): string {
  return q.split(/\s+/).find((word) => fold(word) === fold(folded)) ?? folded
}

function fold(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

function withCapital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

type EmptyResultsProps = {
  words: SearchWords
  choices: SearchChoices | undefined
  onChange: (changes: SearchWords) => void
}

/** Nobody fits: says what could be loosened, each a click away. */
function EmptyResults({ words, choices, onChange }: EmptyResultsProps) {
  const chips = chipsOf(words, choices)
  const unknown = chips.flatMap((chip) => chip.unknown ?? [])
  if (useNobodyOnFile()) return <NobodyOnFile>Until then every search finds nobody.</NobodyOnFile>
  return (
    <EmptyState
      icon={IconUserSearch}
      title={words.q ? `Nobody was found for “${words.q}”` : 'Nobody fits these filters'}
      actions={
        <>
          {unknown.length > 0 && (
            <Button variant="default" onClick={() => onChange(withoutUnknown(words, choices))}>
              Without what is unknown
            </Button>
          )}
          {words.q && chips.length > 0 && (
            <Button variant="default" onClick={() => onChange({ q: undefined })}>
              Without “{words.q}”
            </Button>
          )}
          {chips.length > unknown.length && (
            <Button variant="default" onClick={() => onChange(without(...chips.map(({ filter }) => filter)))}>
              {chips.length === 1 ? 'Without the filter' : 'Without the filters'}
            </Button>
          )}
        </>
      }
    >
      {unknown.length > 0
        ? [...unknown, mistypedWords].map((sentence) => <p key={sentence}>{sentence}</p>)
        : advice(words, chips.length)}
    </EmptyState>
  )
}

function advice({ q }: SearchWords, filters: number): string {
  if (filters > 0)
    return q
      ? 'Together with the filters there is nobody. Take one away, or search for fewer words.'
      : 'Take a filter away, or widen it: more years, a larger distance, another college.'
  return 'Small slips and accents do not matter, every word must fit. Try the last name alone, or an e-mail address, a phone number or an identifier.'
}
