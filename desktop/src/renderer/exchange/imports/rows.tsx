import { Button, Group, Text } from '@mantine/core'
import type {
  ImportBatchPage,
  ImportCounts,
  ImportRow,
  ImportStatusReply,
  ListedOutcome,
} from '@alumni/shared/exchange/imports'
import { IconFileOff, IconSearchOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DownloadButton } from '../../ui/exports/export-button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PagedList } from '../../ui/table/paged-list.tsx'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { ColumnsPanel } from './columns-panel.tsx'
import { CountTiles, FieldCounts } from './counts.tsx'
import { selectOutcomeLabels, findSelectedOutcome } from './outcomes.ts'
import { buildRowColumns } from './row-columns.tsx'
import { type BatchView, useRowFilters } from './use-batch.ts'
import { BlockSkeletons } from '../../ui/page/page-skeleton.tsx'

type CountsProps = {
  view: BatchView
  batch: ImportStatusReply
  counts: ImportCounts | null
  /** The counts from the review, shown where they differ from `counts`. */
  reviewCounts?: ImportCounts | null
  hasColumns?: boolean
  isFilter?: boolean
}

export function CountsAndRows({ view, batch, counts, reviewCounts, hasColumns = false, isFilter = true }: CountsProps) {
  const { chooseOutcome } = useRowFilters()
  const { page } = view
  return (
    <>
      {hasColumns && page && !batch.undoes && <ColumnsPanel batch={batch} fields={page.fields} />}
      {counts && (
        <CountTiles
          batch={batch}
          counts={counts}
          reviewCounts={reviewCounts}
          selectedOutcome={(isFilter && page && findSelectedOutcome(page)) || undefined}
          onChoose={isFilter ? chooseOutcome : undefined}
        />
      )}
      {hasColumns && page?.outcome === 'changed' && <FieldCounts batch={batch} fields={page.fields} />}
      <Rows view={view} batch={batch} counts={counts} />
    </>
  )
}

type RowsProps = Pick<CountsProps, 'view' | 'batch' | 'counts'>

function Rows({ view, batch, counts }: RowsProps) {
  const { page } = view
  if (!page || (page.status !== batch.status && page.rows === null)) return <BlockSkeletons blocks={12} height={20} />
  if (page.rows !== null)
    return <FilteredRows page={page} rows={page.rows} isStale={view.isFetchingRows} batch={batch} counts={counts} />
  return (
    <EmptyState icon={IconFileOff} title="Individual lines are no longer stored">
      The numbers above remain.{' '}
      {batch.links.issues ? 'Skipped lines and lines with warnings are in the issues file.' : ''}
    </EmptyState>
  )
}

type FilteredRowsProps = Omit<RowsProps, 'view'> & { page: ImportBatchPage; rows: ImportRow[]; isStale: boolean }

function FilteredRows({ page, rows, isStale, batch, counts }: FilteredRowsProps) {
  const { search, find, goToPage, clear } = useRowFilters()
  const [openRows, setOpenRows] = useState<ReadonlySet<string>>(new Set())
  const { fields } = page
  const outcome = findSelectedOutcome(page)
  const toggle = (row: ImportRow) =>
    setOpenRows((before) => {
      const after = new Set(before)
      if (!after.delete(keyOf(row))) after.add(keyOf(row))
      return after
    })
  const columns = useMemo(
    () =>
      buildRowColumns({
        fields,
        isDone: batch.status === 'completed',
        batch: { type: batch.type, undoes: batch.undoes },
        outcome,
        isOpen: (row) => openRows.has(keyOf(row)),
        onToggle: toggle,
      }),
    [fields, batch.status, batch.type, batch.undoes, outcome, openRows],
  )
  const isFiltered = Boolean(outcome ?? search.q)
  const emptyText =
    outcome === 'skipped' && !search.q && !batch.undoes ? noSkippedLines : describeEmpty(isFiltered, batch)
  const total = formatTotal(page, batch, counts)
  return (
    <PagedList
      page={page}
      onPage={goToPage}
      search={{ label: 'Search the lines by name or key', hint: 'Search by name or key', q: search.q, onFind: find }}
      head={<h2>{headingOf(batch, outcome)}</h2>}
      bar={
        <>
          <span className="muted" role="status">
            {isFiltered ? `${formatNumber(page.matching)} of ${total}` : total}
          </span>
          {isFiltered && (
            <Button variant="subtle" size="xs" onClick={clear}>
              Show all
            </Button>
          )}
        </>
      }
    >
      {outcome === 'skipped' && batch.corrections && <CorrectionHint batch={batch} rows={rows} />}
      {rows.length === 0 ? (
        <EmptyState icon={IconSearchOff} title={emptyText.title}>
          {emptyText.hint}
        </EmptyState>
      ) : (
        <DataTable
          caption={batch.undoes ? 'What the import did' : 'Lines of the file'}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          onOpen={toggle}
          isStale={isStale}
        />
      )}
    </PagedList>
  )
}

function CorrectionHint({ batch, rows }: { batch: ImportStatusReply; rows: ImportRow[] }) {
  const { corrections, links } = batch
  if (corrections?.refusal)
    return (
      <Group justify="space-between" mb={12}>
        <p className="muted">{corrections.refusal}</p>
        {links.issues && (
          <DownloadButton url={links.issues} noun={['line', 'lines']} size="xs">
            Export the issues
          </DownloadButton>
        )}
      </Group>
    )
  if (rows.length === 0) return null
  const canCorrectAll = rows.every(({ cells }) => cells)
  return (
    <Text className="muted" mb={12}>
      Correct the cells in place, then press Enter: the line is checked again and joins the import.
      {!canCorrectAll && ' Damaged lines can be corrected only in the file.'}
    </Text>
  )
}

function formatTotal(
  { outcome, matching }: ImportBatchPage,
  { undoes }: ImportStatusReply,
  counts: ImportCounts | null,
) {
  return outcome === 'deletes' || undoes
    ? formatCount((undoes ? counts?.rows : counts?.deletes) ?? matching, ['record', 'records'])
    : formatCount(counts?.rows ?? matching, ['line', 'lines'])
}

const noSkippedLines = { title: 'No lines are skipped', hint: 'Every line of the file can be imported.' }

function describeEmpty(isFiltered: boolean, { undoes }: ImportStatusReply): { title: string; hint: string } {
  if (isFiltered)
    return {
      title: undoes ? 'No record matches' : 'No line matches',
      hint: 'Search for fewer letters, or choose another number above.',
    }
  return undoes
    ? { title: 'The import changed nothing', hint: 'There is nothing to undo.' }
    : { title: 'The file has no lines', hint: 'It has a header row and nothing below it.' }
}

function keyOf(row: ImportRow): string {
  return `${row.line} ${row.key}`
}

function headingOf(batch: ImportStatusReply, outcome: ListedOutcome | null): string {
  if (!outcome) return batch.undoes ? `Everything import ${batch.undoes.id} did` : 'All lines'
  if (outcome === 'deletes') return 'Records missing from the file'
  const { label } = selectOutcomeLabels(batch)[outcome]
  if (batch.undoes) return label
  return outcome === 'warnings' ? 'Lines with warnings' : `${label} lines`
}
