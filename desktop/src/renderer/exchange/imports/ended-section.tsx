import { Button } from '@mantine/core'
import { importTypeNames, type ImportStatusReply } from '@alumni/shared/exchange/imports'
import { IconArrowRight, IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Sentence } from '../../ui/sentence.tsx'
import { When } from '../../ui/words/when.tsx'
import { BatchLinks } from './batch-links.tsx'
import { stepOf } from './batch-stepper.tsx'
import { CountTiles } from './count-tiles.tsx'
import { Rows } from './rows.tsx'
import { BatchLink, UndoButton, UndoNotice } from './undo-import.tsx'
import { useRowsSearch } from './use-rows-search.ts'
import type { BatchView } from './use-batch.ts'
import classes from './section.module.css'

const ofImport = {
  it: 'This import',
  keptInPart: 'Lines imported before the stop stay on record. Those after it were not touched.',
  keptAll: 'Nothing was written. All records are as they were before the upload.',
  goOn: 'Upload the same file again: lines that are already imported scan as unchanged, and only the rest is imported.',
  mend: 'Mend the file as the sentence above says, then upload it again.',
  again: 'Upload the file again whenever you are ready.',
}

const ofUndo: typeof ofImport = {
  it: 'This undo',
  keptInPart: 'Records that were put back before the stop stay so. The rest is as the import left it.',
  keptAll: 'Nothing was put back. All records are as they were before the undo.',
  goOn: 'Undo the import again: what was put back already counts as left as it is, and only the rest is put back.',
  mend: 'Undo the import again. If it fails again, tell whoever runs this service.',
  again: 'Undo the import again whenever you are ready.',
}

/** Failed or cancelled: why, what was kept, and what to do next. */
export function EndedSection({ view, batch }: { view: BatchView; batch: ImportStatusReply }) {
  const { choose } = useRowsSearch()
  const hasFailed = batch.status === 'failed'
  const wasImporting = stepOf(batch) === 'Importing'
  const numbers = batch.results ?? batch.counts
  const words = batch.undoes ? ofUndo : ofImport
  const hasRows = view.page?.rows !== null
  return (
    <>
      <div className={classes.stack}>
        <Sentence
          tone={hasFailed ? 'bad' : 'info'}
          title={hasFailed ? (batch.error ?? `${words.it} has stopped.`) : `${words.it} was cancelled.`}
        >
          {!hasFailed && batch.error} {batch.finished_at && <When at={batch.finished_at} />}
        </Sentence>
        <UndoNotice batch={batch} />
      </div>
      <dl className={classes.steps}>
        <div>
          <dt>What was kept</dt>
          <dd>{wasImporting ? words.keptInPart : words.keptAll}</dd>
        </div>
        <div>
          <dt>What to do next</dt>
          <dd>{wasImporting ? words.goOn : hasFailed ? words.mend : words.again}</dd>
        </div>
      </dl>
      <BatchLinks batch={batch}>
        {batch.undoes ? (
          <Button
            renderRoot={(props) => <BatchLink batch={{ type: batch.type, id: batch.undoes!.id }} {...props} />}
            leftSection={<IconArrowRight size={16} stroke={1.8} aria-hidden />}
          >
            Go to import {batch.undoes.id}
          </Button>
        ) : (
          <Button
            leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
            renderRoot={(props) => (
              <Link to="/settings/imports/$type" params={{ type: batch.type }} search={{ page: 1 }} {...props} />
            )}
          >
            Upload {importTypeNames[batch.type].title.toLowerCase()} again
          </Button>
        )}
        <UndoButton batch={batch} />
      </BatchLinks>
      {numbers && (
        <CountTiles
          batch={batch}
          counts={numbers}
          promised={batch.results ? batch.counts : null}
          chosen={(hasRows && view.page?.outcome) || undefined}
          onChoose={hasRows ? choose : undefined}
        />
      )}
      {numbers && <Rows view={view} batch={batch} counts={numbers} />}
    </>
  )
}
