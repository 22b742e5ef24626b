import { signupStatuses } from '@alumni/shared/champions/record'
import { signupColumns, statusNames } from '@alumni/shared/champions/staff-list'
import type { ListedSignup, SignupChoices, SignupsPage } from '@alumni/shared/champions/staff-list'
import { SegmentedControl, Text } from '@mantine/core'
import { IconArrowsJoin, IconCopy, IconUserSearch, IconUsersGroup } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { NoAlumniYet, useHasNoAlumni } from '../../domain/people/no-alumni-yet.tsx'
import { contactBlockerLabels } from '../../domain/people/contact-blockers.tsx'
import { NothingFound, ResultList, SelectionBar } from '../../domain/searches/results.tsx'
import type { Results as ResultsOf } from '../../domain/searches/use-results.tsx'
import type { useListOrigin } from '../../domain/searches/list-origin.ts'
import { copyText } from '../../ui/copy-text.ts'
import { DataTable, type Selection } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import type { RowAction } from '../../ui/table/row-actions.tsx'
import { formatNumber, formatCount, formatList } from '../../ui/format/numbers.ts'
import { buildColumns, formatName, formatPhoneLine, storedColumns, type OptionalColumn } from './columns.tsx'
import { signupFilters } from './filters.tsx'
import { listSorts, defaultSort, type SignupParams, type useSignupsAddress } from './signup-params.ts'
import classes from '../../domain/searches/results.module.css'
import { Button } from '../../ui/button.tsx'

const { chipsOf, withoutAny } = signupFilters

type ResultsProps = {
  address: ReturnType<typeof useSignupsAddress>
  results: ResultsOf<SignupsPage>
  choices: SignupChoices | undefined
  origin: ReturnType<typeof useListOrigin>
  chips: ReactNode
  columns: readonly OptionalColumn[]
  onColumns: (columns: readonly OptionalColumn[]) => void
}

const headers = storedColumns.names.map((name) => ({ name, header: signupColumns[name], givesWay: name === 'email' }))

export function SignupResults({ address, results, choices, origin, chips, columns, onColumns }: ResultsProps) {
  const { params, change, turn } = address
  const navigate = useNavigate()
  const { selected, selection } = useSelectedSignups()
  const open = ({ id }: ListedSignup) => {
    void navigate({ to: '/champion_signups/$id', params: { id: String(id) }, state: origin.markOpened(String(id)) })
  }
  const onSort = (sort: string | undefined) => change({ sort: sort === defaultSort ? undefined : sort })
  return (
    <ResultList
      results={results}
      params={params}
      onChange={change}
      onPage={turn}
      renderCount={({ statuses }) => (
        <StatusTabs status={params.status} statuses={statuses} onChoose={(status) => change({ status })} />
      )}
      chips={chips}
      sorts={listSorts(params)}
      columns={{
        columns: headers,
        selected: columns,
        defaults: storedColumns.defaults,
        onChoose: onColumns,
      }}
      rowsOf={({ signups }) => signups}
      renderTable={({ signups }) => (
        <DataTable
          caption="Champion signups"
          columns={buildColumns(columns, origin)}
          rows={signups}
          rowKey={({ id }) => String(id)}
          onOpen={open}
          isStale={results.isStale}
          isOneLine
          phoneLine={formatPhoneLine}
          sorting={{ sort: params.sort ?? defaultSort, onSort }}
          actions={actions}
          selection={params.show === undefined ? selection : undefined}
          initialFocus={origin.row}
        />
      )}
      empty={<NoSignups params={params} choices={choices} onChange={change} />}
      selectionBar={<CompareBar selected={selected} onClear={selection.onClear} />}
    />
  )
}

const actions: readonly RowAction<ListedSignup>[] = [
  {
    key: 'e',
    label: () => 'Copy the e-mail',
    icon: IconCopy,
    run: ({ email }) => void copyText(email),
    disabledReason: ({ do_not_write_reason }) => do_not_write_reason && contactBlockerLabels[do_not_write_reason],
  },
]

const maxCompared = 4

function CompareBar({ selected, onClear }: { selected: ReadonlyMap<string, string>; onClear: () => void }) {
  const navigate = useNavigate()
  if (selected.size === 0) return null
  const compare = () => void navigate({ href: `/champion_signups/duplicates?ids=${[...selected.keys()].join(',')}` })
  return (
    <SelectionBar
      label="Chosen signups"
      title={`${formatCount(selected.size, ['signup', 'signups'])} chosen`}
      detail={
        selected.size > maxCompared
          ? `At most ${maxCompared} can be compared at once.`
          : formatList([...selected.values()])
      }
    >
      <Button variant="subtle" onClick={onClear}>
        Clear
      </Button>
      <Button icon={IconArrowsJoin} disabled={selected.size < 2 || selected.size > maxCompared} onClick={compare}>
        {selected.size < 2 ? 'Choose another to compare' : 'Compare and merge'}
      </Button>
    </SelectionBar>
  )
}

function useSelectedSignups() {
  const [selected, setSelected] = useState<ReadonlyMap<string, string>>(new Map())
  const selection: Selection<ListedSignup> = {
    selectedKeys: new Set(selected.keys()),
    label: (signup) => `Choose ${formatName(signup)}`,
    onSelect: (rows, isChosen) =>
      setSelected((before) => {
        const after = new Map(before)
        for (const row of rows) {
          if (isChosen) after.set(String(row.id), formatName(row))
          else after.delete(String(row.id))
        }
        return after
      }),
    onClear: () => setSelected(new Map()),
  }
  return { selected, selection }
}

type NoSignupsProps = {
  params: SignupParams
  choices: SignupChoices | undefined
  onChange: (changes: SignupParams) => void
}

function NoSignups({ params, choices, onChange }: NoSignupsProps) {
  const chips = chipsOf(params, choices)
  const isEmpty = useHasNoAlumni()
  const { q, status } = params
  if (isEmpty && !q && !status && chips.length === 0)
    return (
      <NoAlumniYet>
        No one has signed up yet, either. Champions appear here as soon as they do, and are linked to the alumni on
        file.
      </NoAlumniYet>
    )
  if (!q && !status && chips.length === 0)
    return (
      <EmptyState icon={IconUsersGroup} title="No one has signed up yet">
        Alumni who sign up as champions appear here as soon as they have entered their name.
      </EmptyState>
    )
  return (
    <NothingFound
      icon={IconUserSearch}
      title={q ? `No signup was found for “${q}”` : 'No signup matches these filters'}
      q={q}
      chips={chips}
      isNarrowed={chips.length > 0 || Boolean(status)}
      onWithoutQuery={() => onChange({ q: undefined })}
      onWithoutFilters={chips.length > 0 && (() => onChange(withoutAny))}
      before={
        status && (
          <Button variant="default" onClick={() => onChange({ status: undefined })}>
            Any state
          </Button>
        )
      }
      after={
        q &&
        params.show === undefined && (
          <Button variant="default" onClick={() => onChange({ show: 'merged' })}>
            Search merged signups
          </Button>
        )
      }
      advice={
        q
          ? 'Each word must be the start of a name, an e-mail address or a BUID; accents do not matter. Try fewer words.'
          : 'Remove a filter or widen it.'
      }
    />
  )
}

type StatusTabsProps = {
  status: string | undefined
  statuses: SignupsPage['statuses']
  onChoose: (status: string | undefined) => void
}

function StatusTabs({ status, statuses, onChoose }: StatusTabsProps) {
  const all = signupStatuses.reduce((sum, each) => sum + statuses[each], 0)
  const visibleStatuses = signupStatuses.filter((each) => statuses[each] > 0 || each === status)
  const label = (text: string, signups: number) => (
    <span className="whole">
      {text}{' '}
      <Text span inherit fw={400} display={{ base: 'block', sm: 'inline' }}>
        {formatNumber(signups)}
      </Text>
    </span>
  )
  return (
    <SegmentedControl
      className={classes.tabs ?? ''}
      aria-label="State"
      value={signupStatuses.find((each) => each === status) ?? ''}
      onChange={(selected) => onChoose(selected || undefined)}
      data={[
        { value: '', label: label('All', all) },
        ...visibleStatuses.map((each) => ({ value: each, label: label(statusNames[each], statuses[each]) })),
      ]}
    />
  )
}
