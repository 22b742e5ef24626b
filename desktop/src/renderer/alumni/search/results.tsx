import type { FoundAlumnus, SearchChoices, SearchPage } from '@alumni/shared/alumni/search'
import { Button, Group } from '@mantine/core'
import { IconCopy, IconMail, IconUserSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { NoAlumniYet, useHasNoAlumni } from '../../domain/people/no-alumni-yet.tsx'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { emailBlockerLabel } from '../../domain/people/contact-blockers.tsx'
import { useColumns } from '../../domain/searches/columns.tsx'
import { NothingFound, ResultList } from '../../domain/searches/results.tsx'
import type { Results as ResultsOf } from '../../domain/searches/use-results.tsx'
import type { useListOrigin } from '../../domain/searches/list-origin.ts'
import { copyText } from '../../ui/copy-text.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { RowAction } from '../../ui/table/row-actions.tsx'
import { capitalize } from '../../ui/format/format-value.ts'
import { formatCount, formatList } from '../../ui/format/numbers.ts'
import { optionalColumns, columnNames, buildColumns, formatPhoneLine, defaultColumns } from './columns.tsx'
import { searchFilters } from './filters.tsx'
import { SearchNotes, OtherReadings, SearchReadings } from './readings.tsx'
import { listSorts, type SearchParams, type useSearchAddress } from './search-params.ts'
import { SelectedPeopleBar } from './selection-bar.tsx'
import type { useSelection } from './use-selection.ts'

const AskedInSearch = lazyComponent(() => import('../../domain/publications/asked-people.tsx'), 'AskedInSearch')
const { chipsOf, withoutAny, withoutUnknown } = searchFilters
const columnSettings = { key: 'search-columns', names: columnNames, defaults: defaultColumns }
const headers = columnNames.map((name) => ({ name, header: optionalColumns[name].header, givesWay: name === 'email' }))

type ResultsProps = {
  address: ReturnType<typeof useSearchAddress>
  results: ResultsOf<SearchPage>
  choices: SearchChoices | undefined
  origin: ReturnType<typeof useListOrigin>
  chips: ReactNode
  selection: ReturnType<typeof useSelection>
}

export function AlumniResults({ address, results, choices, origin, chips, selection }: ResultsProps) {
  const { params, change, turn } = address
  const { isStale, refusal } = results
  const navigate = useNavigate()
  const [chosenColumns, setChosenColumns] = useColumns(columnSettings)
  const open = (person: FoundAlumnus) => {
    void navigate({ to: '/alumni/$id', params: { id: person.buid }, state: origin.markOpened(person.buid) })
  }
  const sorts = listSorts(params)
  const hasAddress = params.q?.includes('@') ?? false
  const isSortedByName = sorts.current === 'name' || sorts.current === '-name'
  return (
    <>
      {(params.asked || params.answered) && (
        <Suspense>
          <AskedInSearch {...params} />
        </Suspense>
      )}
      <ResultList
        results={results}
        params={params}
        onChange={change}
        onPage={turn}
        renderCount={({ matching }) => (
          <strong role="status">{refusal ? '' : formatCount(matching, ['person', 'people'])}</strong>
        )}
        chips={
          <>
            {chips}
            {results.page && <SearchReadings page={results.page} choices={choices} onChange={change} />}
          </>
        }
        notes={results.page && !isStale && <CorrectionNotes page={results.page} q={params.q} />}
        sorts={sorts}
        columns={{ columns: headers, selected: chosenColumns, defaults: defaultColumns, onChoose: setChosenColumns }}
        rowsOf={({ alumni }) => alumni}
        renderTable={({ alumni }) => (
          <DataTable
            caption="Alumni who were found"
            columns={buildColumns(chosenColumns, origin, { isSortedByName, hasAddress })}
            rows={alumni}
            rowKey={({ buid }) => buid}
            onOpen={open}
            isStale={isStale}
            isOneLine
            sorting={{ sort: params.sort, onSort: (sort) => change({ sort }) }}
            actions={actions}
            selection={selection.tableSelection}
            phoneLine={formatPhoneLine}
            initialFocus={origin.row}
          />
        )}
        empty={results.page && <EmptyResults page={results.page} params={params} choices={choices} onChange={change} />}
        selectionBar={<SelectedPeopleBar selection={selection} params={params} matching={results.page?.matching} />}
      />
    </>
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
    disabledReason: emailBlockerLabel,
  },
]

function CorrectionNotes({ page: { corrections, notes, matching }, q }: { page: SearchPage; q: string | undefined }) {
  const message = describeCorrections(corrections, q)
  return (
    <div role="status">
      <SearchNotes notes={[...(message ? [message] : []), ...(matching > 0 ? notes : [])]} />
    </div>
  )
}

/**
 * Returns text such as "No exact match for “Alvarz”. Shown: Alvarez, Alvares." or "“donors” was not understood: no such
 * name, place, … is on file.", quoting words as the user typed them.
 */
export function describeCorrections(corrections: SearchPage['corrections'], q = ''): string {
  const quote = ({ typed }: (typeof corrections)[number]) => `“${findTypedWord(typed, q)}”`
  const [unknown, corrected] = [
    corrections.filter(({ as }) => as.length === 0),
    corrections.filter(({ as }) => as.length > 0),
  ]
  return [
    ...corrected.map((each) => `No exact match for ${quote(each)}. Shown: ${each.as.map(capitalize).join(', ')}.`),
    ...(unknown.length > 0
      ? [
          `${formatList(unknown.map(quote))} ${unknown.length === 1 ? 'was' : 'were'} not understood: no such name, place, employer, college, major or degree is on file.`,
        ]
      : []),
  ].join(' ')
}

/** Finds the typed form of a word that the server returned without accents or capitals. */
function findTypedWord(folded: string, q: string): string {
  return q.split(/\s+/).find((word) => fold(word) === fold(folded)) ?? folded
}

function fold(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

type EmptyResultsProps = {
  page: SearchPage
  params: SearchParams
  choices: SearchChoices | undefined
  onChange: (changes: SearchParams) => void
}

function EmptyResults({ page: { others, notes, readings }, params, choices, onChange }: EmptyResultsProps) {
  const { q } = params
  const chips = chipsOf(params, choices)
  const unknown = chips.filter((chip) => chip.unknown)
  if (useHasNoAlumni()) return <NoAlumniYet>Until then, no search finds anyone.</NoAlumniYet>
  return (
    <NothingFound
      icon={IconUserSearch}
      title={q ? `No one matches “${q}”` : 'No one matches these filters'}
      q={q}
      chips={chips}
      isNarrowed={chips.length > 0}
      before={
        <>
          {others.length > 0 && (
            <Group gap={8} justify="center" w="100%" role="group" aria-label="Searches that find someone">
              <OtherReadings {...{ others, choices, onChange }} />
            </Group>
          )}
          {unknown.length > 0 && (
            <Button variant="default" onClick={() => onChange(withoutUnknown(params, choices))}>
              Remove unknown filters
            </Button>
          )}
        </>
      }
      onWithoutQuery={() => onChange({ q: undefined })}
      onWithoutFilters={chips.length > unknown.length && (() => onChange(withoutAny))}
      advice={
        notes.length > 0 ? (
          <SearchNotes notes={notes} />
        ) : (
          buildAdvice(params, chips.length, readings.length + others.length > 0)
        )
      }
    />
  )
}

function buildAdvice({ q }: SearchParams, filters: number, hasNearest: boolean): string {
  if (filters > 0)
    return q
      ? 'No one matches the words and the filters together. Remove a filter, or use fewer words.'
      : 'Remove a filter or widen it: more years, a larger distance, another college.'
  if (hasNearest) return 'No one matches everything. The closest matches:'
  return 'Small typos and accents do not matter, but every word must match. Try the last name alone, an e-mail address, a phone number or an identifier.'
}
