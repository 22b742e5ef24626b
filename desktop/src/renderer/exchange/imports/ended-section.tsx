import { importTypeNames, type ImportStatusReply, type ImportCounts } from '@alumni/shared/exchange/imports'
import { Button } from '@mantine/core'
import { IconArrowRight, IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { BatchLinks, BatchLink, UndoButton, UndoNotice } from './batch-links.tsx'
import { stepOf } from './summary.ts'
import { ColumnsPanel } from './columns-panel.tsx'
import { CountTiles, FieldCounts } from './counts.tsx'
import { outcomesOf, outcomeWords } from './outcomes.ts'
import { Rows } from './rows.tsx'
import { sinceWords, undoParts } from './summary.ts'
import { useRowsSearch, type BatchView } from './use-batch.ts'
import { Sentence } from '../../ui/sentence.tsx'
import { count, countOf, list } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import classes from './imports.module.css'

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

/** What the import has done. */
export function ResultsSection({ view, batch }: { view: BatchView; batch: ImportStatusReply }) {
  const { choose } = useRowsSearch()
  const results = batch.results ?? batch.counts
  const difference = batch.counts && batch.results && differenceWords(batch, batch.counts, batch.results)
  return (
    <>
      <div className={classes.stack}>
        <Sentence tone="good" title={results ? doneWords(batch, results) : 'The import is finished'}>
          {batch.finished_at && (
            <>
              Finished <When at={batch.finished_at} />.
              {batch.undoes && ' To take the undo back, import the file again.'}
            </>
          )}
        </Sentence>
        <UndoNotice batch={batch} />
        {difference && (
          <Sentence tone="warn" title="Not everything went as the review said">
            {difference} Something had changed in the meantime, or a line did not fit when it was written; each such
            line says why.
          </Sentence>
        )}
      </div>
      <BatchLinks batch={batch}>
        <Button
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
          renderRoot={(props) => (
            <Link to="/settings/imports/$type" params={{ type: batch.type }} search={{ page: 1 }} {...props} />
          )}
        >
          Import more {importTypeNames[batch.type].title.toLowerCase()}
        </Button>
        <UndoButton batch={batch} />
      </BatchLinks>
      {view.page && !batch.undoes && <ColumnsPanel batch={batch} fields={view.page.fields} />}
      {results && (
        <CountTiles
          batch={batch}
          counts={results}
          promised={batch.counts}
          chosen={view.page?.outcome ?? undefined}
          onChoose={choose}
        />
      )}
      {view.page?.outcome === 'changed' && <FieldCounts batch={batch} fields={view.page.fields} />}
      <Rows view={view} batch={batch} counts={results} />
    </>
  )
}

function doneWords({ undoes }: ImportStatusReply, results: ImportCounts): string {
  if (undoes) return `Of what import ${undoes.id} did, ${undoParts(results, true)}.${sinceWords(results)}`
  const parts = [
    results.new > 0 && `${count(results.new)} added`,
    results.changed > 0 && `${count(results.changed)} changed`,
    results.deletes > 0 && `${count(results.deletes)} deleted`,
  ].filter((part) => part !== false)
  const skipped = results.skipped > 0 ? ` ${countOf(results.skipped, ['line was', 'lines were'])} skipped.` : ''
  return `${parts.length > 0 ? `${list(parts)}.` : 'No record was changed.'}${skipped}`
}

function differenceWords(batch: ImportStatusReply, counts: ImportCounts, results: ImportCounts): string | null {
  const parts = outcomesOf(batch, results)
    .filter((outcome) => outcome !== 'warnings' && (counts[outcome] ?? 0) !== (results[outcome] ?? 0))
    .map(
      (outcome) =>
        `${count(results[outcome] ?? 0)} ${outcomeWords(batch)[outcome].word.toLowerCase()} instead of ${count(counts[outcome] ?? 0)}`,
    )
  return parts.length > 0
    ? `Of ${countOf(results.rows, batch.undoes ? ['record', 'records'] : ['line', 'lines'])}: ${list(parts)}.`
    : null
}
