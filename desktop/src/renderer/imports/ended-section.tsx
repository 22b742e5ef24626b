import { Button } from '@mantine/core'
import { importTypeNames, type ImportStatusReply } from '@alumni/shared/imports'
import { IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Sentence } from '../ui/sentence.tsx'
import { When } from '../ui/words/when.tsx'
import { BatchLinks } from './batch-links.tsx'
import { stepOf } from './batch-stepper.tsx'
import { CountTiles } from './count-tiles.tsx'
import { Rows } from './rows.tsx'
import { useRowsSearch } from './use-rows-search.ts'
import type { BatchView } from './use-batch.ts'
import classes from './section.module.css'

/** Failed or cancelled: why, what was kept, and what to do next. */
export function EndedSection({ view, batch }: { view: BatchView; batch: ImportStatusReply }) {
  const { search, choose } = useRowsSearch()
  const hasFailed = batch.status === 'failed'
  const wasImporting = stepOf(batch) === 'Importing'
  const numbers = batch.results ?? batch.counts
  const hasRows = view.page?.rows !== null
  return (
    <>
      <div className={classes.stack}>
        <Sentence
          tone={hasFailed ? 'bad' : 'info'}
          title={hasFailed ? (batch.error ?? 'The import has stopped.') : 'This import was cancelled.'}
        >
          {!hasFailed && batch.error} {batch.finished_at && <When at={batch.finished_at} />}
        </Sentence>
      </div>
      <dl className={classes.steps}>
        <div>
          <dt>What was kept</dt>
          <dd>
            {wasImporting
              ? 'Rows imported before the stop stay on record. Rows after it were not touched.'
              : 'Nothing was written. All records are as they were before the upload.'}
          </dd>
        </div>
        <div>
          <dt>What to do next</dt>
          <dd>
            {wasImporting
              ? 'Upload the same file again: rows that are already imported scan as unchanged, and only the rest is imported.'
              : hasFailed
                ? 'Mend the file as the sentence above says, then upload it again.'
                : 'Upload the file again whenever you are ready.'}
          </dd>
        </div>
      </dl>
      <BatchLinks batch={batch}>
        <Button
          leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
          renderRoot={(props) => (
            <Link to="/settings/imports/$type" params={{ type: batch.type }} search={{ page: 1 }} {...props} />
          )}
        >
          Upload {importTypeNames[batch.type].title.toLowerCase()} again
        </Button>
      </BatchLinks>
      {numbers && (
        <CountTiles
          type={batch.type}
          counts={numbers}
          promised={batch.results ? batch.counts : null}
          chosen={hasRows ? search.outcome : undefined}
          onChoose={hasRows ? choose : undefined}
        />
      )}
      {numbers && <Rows view={view} batch={batch} counts={numbers} />}
    </>
  )
}
