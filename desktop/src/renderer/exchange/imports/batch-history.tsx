import { isActiveImport } from '@alumni/shared/exchange/import-states'
import { importTypeNames } from '@alumni/shared/exchange/imports'
import type { ImportStatusReply, ImportTypePage, RelatedBatch } from '@alumni/shared/exchange/imports'
import { Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { batchPage } from './queries.ts'
import { StatusLabel } from './status-label.tsx'
import classes from './imports.module.css'
import { column, type Column, dateColumn } from '../../ui/table/table-columns.tsx'
import { emptyCell } from '../../ui/format/empty-cell.tsx'

const columns: Column<ImportStatusReply>[] = [
  column('file', 'File', (batch) => (
    <span className={classes.cell}>
      <Link {...batchPage(batch)} className="name" title={batch.file_name}>
        {batch.file_name}
      </Link>
      <span className="note">
        {batch.undoes ? `Import ${batch.id} undoes import ${batch.undoes.id},` : `Import ${batch.id}`} by{' '}
        {batch.imported_by}
        {batch.undone_by && ` · ${describeUndo(batch.undone_by)}`}
      </span>
    </span>
  )),
  column('status', 'State', (row) => <StatusLabel batch={row} />),
  column('new', 'New', { isNumber: true }, (row) => renderCount(row, 'new')),
  column('changed', 'Changed', { isNumber: true }, (row) => renderCount(row, 'changed')),
  column('skipped', 'Skipped', { isNumber: true }, (row) => renderCount(row, 'skipped')),
  dateColumn('when', 'Started', (row) => row.started_at),
]

export function BatchHistory({ page, isStale }: { page: ImportTypePage; isStale: boolean }) {
  const navigate = useNavigate()
  const title = importTypeNames[page.type].title.toLowerCase()
  const open = (batch: ImportStatusReply) => void navigate(batchPage(batch))
  return (
    <section>
      <Group justify="space-between" align="baseline" mb={12}>
        <h2>Imports so far</h2>
        {page.total > 0 && <span className="muted">{formatCount(page.total, ['import', 'imports'])}</span>}
      </Group>
      {page.batches.length === 0 ? (
        <EmptyState icon={IconHistory} title="No imports yet">
          The first {title} file appears here, with what it changed and who imported it.
        </EmptyState>
      ) : (
        <DataTable
          caption={`Imports of ${title}`}
          columns={columns}
          rows={page.batches}
          rowKey={(batch) => String(batch.id)}
          onOpen={open}
          isStale={isStale}
        />
      )}
      <Pager page={page.page} pages={page.pages} onPage={(to) => void navigate({ to: '.', search: { page: to } })} />
    </section>
  )
}

function describeUndo({ id, status }: RelatedBatch): string {
  return status === 'completed'
    ? `undone by import ${id}`
    : isActiveImport(status)
      ? `being undone by import ${id}`
      : `undone in part by import ${id}`
}

function renderCount(batch: ImportStatusReply, key: 'new' | 'changed' | 'skipped') {
  const numbers = batch.results ?? batch.counts
  if (batch.undoes && numbers && key !== 'skipped')
    return key === 'new' ? emptyCell : formatNumber(numbers.changed + numbers.new + (numbers.removed ?? 0))
  return numbers ? formatNumber(numbers[key]) : emptyCell
}
