import { Button } from '@mantine/core'
import { importTypeNames, type ImportCounts, type ImportStatusReply } from '@alumni/shared/exchange/imports'
import { IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Sentence } from '../../ui/sentence.tsx'
import { count, countOf, list } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { BatchLinks } from './batch-links.tsx'
import { ColumnsPanel } from './columns-panel.tsx'
import { CountTiles } from './count-tiles.tsx'
import { FieldCounts } from './field-counts.tsx'
import { outcomesOf, outcomeWords } from './outcomes.ts'
import { Rows } from './rows.tsx'
import { UndoButton, UndoNotice } from './undo-import.tsx'
import { sinceWords, undoParts } from './undo-words.ts'
import { useRowsSearch } from './use-rows-search.ts'
import type { BatchView } from './use-batch.ts'
import classes from './section.module.css'

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
