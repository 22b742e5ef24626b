import { fieldLabel } from '@alumni/shared/alumni/record'
import type { CrmChange, CrmConflict, OfImport } from '@alumni/shared/exchange/crm'
import type { PageMembers } from '@alumni/shared/page'
import { Button, SegmentedControl, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Alert } from '../../ui/alert.tsx'
import type { Selection } from '../../ui/table/data-table.tsx'
import { ResourceList, type ResourceListProps } from '../../ui/table/resource-list.tsx'
import { useAddress, type Address } from '../../ui/use-address.ts'
import { batchPage } from '../imports/queries.ts'

type Search = { q?: string | undefined; batch_id?: number | undefined; page?: number | undefined }

type Choice<Row> = Pick<Selection<Row>, 'isPossible'> & {
  chosen: readonly Row[]
  onChoose: (rows: readonly Row[]) => void
}

type CrmListProps<Row extends CrmChange | CrmConflict, Query extends Search, State extends string> = Pick<
  ResourceListProps<Row, Query>,
  'address' | 'columns' | 'rows' | 'isStale' | 'actions' | 'isFiltered' | 'status' | 'filters' | 'empty'
> & {
  /** The rows that are chosen, where they can be. */
  choice: Choice<Row> | undefined
  page: PageMembers & { import: OfImport | null }
  noun: 'changes' | 'conflicts'
  state: { shown: State; choices: { value: State; label: string }[]; onChoose: (state: State) => void }
  /** A title for the rows of one import, such as "Conflicts of", its other links, and the way back to all rows. */
  ofImport: { title: string; links: ReactNode; onAll: () => void }
  /** Alerts above the list. */
  notices?: ReactNode
}

/** Rows that are chosen for an action, and the address of their list; another address chooses none. */
export function useChosenRows<Row, Query extends object>() {
  const { search, go } = useAddress<Query>()
  const [chosen, setChosen] = useState<readonly Row[]>([])
  const address: Address<Query> = {
    search,
    go(changes, how) {
      setChosen([])
      go(changes, how)
    },
  }
  return { address, chosen, setChosen }
}

/** Changes or conflicts by state, words and the import they belong to. */
export function CrmList<Row extends CrmChange | CrmConflict, Query extends Search, State extends string>({
  page,
  noun,
  state,
  filters,
  ofImport,
  notices,
  choice,
  ...list
}: CrmListProps<Row, Query, State>) {
  const navigate = useNavigate()
  const { batch_id } = list.address.search
  return (
    <ResourceList
      {...list}
      page={page}
      noun={[noun.slice(0, -1), noun]}
      caption={`CRM ${noun}`}
      rowKey={({ id }) => String(id)}
      selection={choice && selectionOf(choice)}
      onOpen={({ buid }) => void navigate({ to: '/alumni/$id', params: { id: buid } })}
      searchLabel={`Search ${noun} by name, BUID or value`}
      searchHint="Name, BUID or value"
      head={
        <Stack gap={12} className="notices">
          {batch_id !== undefined && <ImportNotice id={batch_id} batch={page.import} {...ofImport} />}
          {notices}
        </Stack>
      }
      filters={
        <>
          <SegmentedControl
            value={state.shown}
            onChange={(value) => state.onChoose(value as State)}
            data={state.choices}
            aria-label={`Which ${noun}`}
          />
          {filters}
        </>
      }
    />
  )
}

function selectionOf<Row extends CrmChange | CrmConflict>({
  chosen,
  onChoose,
  ...choice
}: Choice<Row>): Selection<Row> {
  return {
    ...choice,
    chosen: new Set(chosen.map(({ id }) => String(id))),
    label: ({ field, name, buid }) => `Choose ${fieldLabel(field)} of ${name || buid}`,
    onChoose(rows, isChosen) {
      const others = chosen.filter(({ id }) => rows.every((row) => row.id !== id))
      onChoose(isChosen ? [...others, ...rows] : others)
    },
    onClear: () => onChoose([]),
  }
}

type ImportNoticeProps = { id: number; batch: OfImport | null; title: string; links: ReactNode; onAll: () => void }

/** Says that a list is narrowed to one contacts import, and leads out of it. */
function ImportNotice({ id, batch, title, links, onAll }: ImportNoticeProps) {
  return (
    <Alert
      tone="info"
      title={`${title} contacts import ${id}`}
      actions={
        <Button variant="default" size="xs" onClick={onAll}>
          Show all imports
        </Button>
      }
    >
      {batch ? (
        <>
          <Link {...batchPage({ type: 'contacts', id })}>{batch.file_name}</Link>, brought in by {batch.imported_by}.{' '}
          {links}
        </>
      ) : (
        'There is no such import.'
      )}
    </Alert>
  )
}
