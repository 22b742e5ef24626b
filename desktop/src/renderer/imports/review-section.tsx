import { Button } from '@mantine/core'
import { canMove, type ImportCounts, type ImportStatusReply } from '@alumni/shared/imports'
import { IconCircleCheck } from '@tabler/icons-react'
import { EmptyState } from '../shell/empty-state.tsx'
import { count, countOf, list } from '../words/numbers.ts'
import { ColumnsPanel } from './columns-panel.tsx'
import { isNothingToImport } from './commit-button.tsx'
import { CountTiles } from './count-tiles.tsx'
import { useBatchDeed } from './deeds.ts'
import { Rows } from './rows.tsx'
import { useRowsSearch } from './use-rows-search.ts'
import type { BatchView } from './use-batch.ts'
import classes from './section.module.css'

/** What the import would do, before it does it. */
export function ReviewSection({ view, batch }: { view: BatchView; batch: ImportStatusReply }) {
  const { search, choose } = useRowsSearch()
  const { counts } = batch
  return (
    <>
      {counts && (isNothingToImport(counts) ? <NothingToImport batch={batch} counts={counts} /> : <p className={classes.lead}>{promise(counts)}</p>)}
      {counts && <CountTiles type={batch.type} counts={counts} chosen={search.outcome} onChoose={choose} />}
      {view.page && <ColumnsPanel batch={batch} fields={view.page.fields} />}
      <Rows view={view} batch={batch} counts={counts} />
    </>
  )
}

function promise(counts: ImportCounts): string {
  const written = [counts.new > 0 && `${count(counts.new)} added`, counts.changed > 0 && `${count(counts.changed)} changed`, counts.deletes > 0 && `${count(counts.deletes)} deleted`].filter((part) => part !== false)
  const rest = [counts.unchanged > 0 && `${count(counts.unchanged)} stay as they are`, counts.skipped > 0 && `${count(counts.skipped)} are skipped`].filter((part) => part !== false)
  return `The file has ${countOf(counts.rows, ['row', 'rows'])}. If you import it, ${list(written)} on record${rest.length > 0 ? `; ${list(rest)}` : ''}. Nothing has been written yet.`
}

function NothingToImport({ batch, counts }: { batch: ImportStatusReply; counts: ImportCounts }) {
  const close = useBatchDeed(batch)
  return (
    <div className={classes.lead}>
      <EmptyState
        icon={IconCircleCheck}
        tone={counts.skipped > 0 ? 'plain' : 'good'}
        title="There is nothing to import"
        actions={
          canMove(batch.status, 'cancel') && (
            <Button loading={close.isPending} onClick={() => close.mutate({ url: batch.links.cancel })}>
              Close without importing
            </Button>
          )
        }
      >
        {counts.skipped > 0
          ? `${countOf(counts.unchanged, ['row is', 'rows are'])} on record already, and ${countOf(counts.skipped, ['row was', 'rows were'])} skipped. The reasons are below.`
          : `${counts.rows === 1 ? 'The only row' : `All ${countOf(counts.rows, ['row', 'rows'])}`} of the file ${counts.rows === 1 ? 'is' : 'are'} on record already, word for word.`}
      </EmptyState>
    </div>
  )
}
