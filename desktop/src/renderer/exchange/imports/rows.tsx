import { Button, Skeleton } from '@mantine/core'
import type { ImportCounts, ImportRow, ImportStatusReply, ListedOutcome } from '@alumni/shared/exchange/imports'
import { rowsPerPage } from '@alumni/shared/page'
import { IconFileOff, IconSearchOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { outcomeWords } from './outcomes.ts'
import { rowColumns } from './row-columns.tsx'
import { type BatchView, useRowsSearch } from './use-batch.ts'
import list from '../../ui/paged-list.module.css'

/** The rows of the file with what happens to each, filtered and found by the address. */
export function Rows({
  view,
  batch,
  counts,
}: {
  view: BatchView
  batch: ImportStatusReply
  counts: ImportCounts | null
}) {
  const { search, find, turn, clear } = useRowsSearch()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const page = view.page
  const isOfThisState = page?.status === batch.status
  const fields = page?.fields
  const outcome = page?.outcome ?? null
  const toggle = (row: ImportRow) =>
    setOpened((before) => {
      const after = new Set(before)
      if (!after.delete(keyOf(row))) after.add(keyOf(row))
      return after
    })
  const columns = useMemo(
    () =>
      rowColumns({
        fields: fields ?? [],
        isDone: batch.status === 'completed',
        batch: { type: batch.type, undoes: batch.undoes },
        outcome,
        isOpen: (row) => opened.has(keyOf(row)),
        onToggle: toggle,
      }),
    [fields, batch.status, batch.type, batch.undoes, outcome, opened],
  )
  const isFiltered = Boolean(outcome ?? search.q)
  const total =
    page &&
    (outcome === 'deletes' || batch.undoes
      ? countOf((batch.undoes ? counts?.rows : counts?.deletes) ?? page.matching, ['record', 'records'])
      : countOf(counts?.rows ?? page.matching, ['line', 'lines']))

  if (!page || (!isOfThisState && page.rows === null)) return <RowsSkeleton />
  if (page.rows === null) {
    return (
      <EmptyState icon={IconFileOff} title="The single lines are not kept any more">
        The numbers above stay.{' '}
        {batch.links.issues ? 'Lines that were skipped or had a warning are in the file of issues.' : ''}
      </EmptyState>
    )
  }
  return (
    <PagedList
      page={page}
      perPage={rowsPerPage}
      onPage={turn}
      search={{ label: 'Search the lines by name or key', hint: 'Search by name or key', q: search.q, onFind: find }}
      bar={
        <>
          <h2>{headingOf(batch, outcome)}</h2>
          <span className="muted" role="status">
            {isFiltered ? `${count(page.matching)} of ${total}` : total}
          </span>
          {isFiltered && (
            <Button variant="subtle" size="xs" onClick={clear}>
              Show all
            </Button>
          )}
        </>
      }
    >
      {page.rows.length === 0 ? (
        <EmptyState
          icon={IconSearchOff}
          title={
            isFiltered
              ? batch.undoes
                ? 'No record matches'
                : 'No line matches'
              : batch.undoes
                ? 'The import changed nothing'
                : 'The file has no lines'
          }
        >
          {isFiltered
            ? 'Try fewer letters, or another number above.'
            : batch.undoes
              ? 'There is nothing to undo.'
              : 'There is a header, and nothing under it.'}
        </EmptyState>
      ) : (
        <DataTable
          caption={batch.undoes ? 'What the import did' : 'Lines of the file'}
          columns={columns}
          rows={page.rows}
          rowKey={keyOf}
          onOpen={toggle}
          isStale={view.isFetchingRows}
        />
      )}
    </PagedList>
  )
}

function keyOf(row: ImportRow): string {
  return `${row.line} ${row.key}`
}

/** Deletes are records on file, not rows of the file. */
function headingOf(batch: ImportStatusReply, outcome: ListedOutcome | null): string {
  if (!outcome) return batch.undoes ? `All that import ${batch.undoes.id} did` : 'All lines'
  return outcome === 'deletes'
    ? 'Records that the file does not contain'
    : `${outcomeWords(batch)[outcome].word}${batch.undoes ? '' : ' lines'}`
}

function RowsSkeleton() {
  return (
    <div className={list.list} aria-busy="true">
      <div className={list.bar}>
        <Skeleton height={24} width={120} />
      </div>
      {Array.from({ length: 12 }, (_, i) => (
        <Skeleton key={i} height={20} mb={16} />
      ))}
    </div>
  )
}
