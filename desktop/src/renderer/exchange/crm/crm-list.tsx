import { fieldName } from '@alumni/shared/alumni/record'
import type { CrmChange, CrmConflict, OfImport } from '@alumni/shared/exchange/crm'
import type { PageMembers } from '@alumni/shared/page'
import { Button, Checkbox, SegmentedControl, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Alert } from '../../ui/alert.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { ResourceList, type ResourceListProps } from '../../ui/resource-list.tsx'
import { batchPage } from '../imports/queries.ts'
import classes from './crm.module.css'

type Search = { q?: string | undefined; batch_id?: number | undefined; page?: number | undefined }

type CrmListProps<Row extends CrmChange | CrmConflict, Query extends Search, State extends string> = Pick<
  ResourceListProps<Row, Query>,
  'address' | 'columns' | 'rows' | 'isStale' | 'actions' | 'status' | 'filters' | 'empty'
> & {
  page: PageMembers & { import: OfImport | null }
  noun: 'changes' | 'conflicts'
  state: { shown: State; choices: { value: State; label: string }[]; onChoose: (state: State) => void }
  /** What the rows of one import are called, such as "Conflicts of", where else they lead, and the way out of it. */
  ofImport: { title: string; links: ReactNode; onAll: () => void }
  /** What should not be missed, above the list. */
  notices?: ReactNode
}

/** Changes or conflicts by state, words and the import they belong to. */
export function CrmList<Row extends CrmChange | CrmConflict, Query extends Search, State extends string>({
  page,
  noun,
  state,
  filters,
  ofImport,
  notices,
  ...list
}: CrmListProps<Row, Query, State>) {
  const navigate = useNavigate()
  const { batch_id } = list.address.search
  return (
    <ResourceList
      {...list}
      page={page}
      caption={`CRM ${noun}`}
      rowKey={({ id }) => String(id)}
      onOpen={({ buid }) => void navigate({ to: '/alumni/$id', params: { id: buid } })}
      searchLabel={`Search ${noun} by name, BUID or value`}
      searchHint="Name, BUID or value"
      head={
        <Stack gap={12} className={classes.notices}>
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

type ImportNoticeProps = { id: number; batch: OfImport | null; title: string; links: ReactNode; onAll: () => void }

/** Tells that a list is narrowed to one contacts import, and leads out of it. */
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

/** A box for each row that can be chosen. */
export function choiceColumn<Row extends CrmChange | CrmConflict>(
  isChosen: (row: Row) => boolean,
  onChoose: (row: Row, isChosen: boolean) => void,
  isPossible: (row: Row) => boolean = () => true,
): Column<Row> {
  return {
    id: 'choose',
    header: 'Choose',
    meta: { width: 44 },
    cell: ({ row: { original: row } }) =>
      isPossible(row) && (
        <Checkbox
          size="sm"
          radius={4}
          aria-label={`Choose ${fieldName(row.field)} of ${row.name || row.buid}`}
          checked={isChosen(row)}
          onChange={(event) => onChoose(row, event.currentTarget.checked)}
        />
      ),
  }
}
