import { importTypeNames, type ImportCounts, type ImportStatusReply } from '@alumni/shared/exchange/imports'
import { Button, Stack, Text } from '@mantine/core'
import { IconArrowRight, IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Alert } from '../../ui/alert.tsx'
import { count, countOf, list } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { BatchLinks, UndoButton, UndoNotice } from './batch-links.tsx'
import { outcomesOf, outcomeWords } from './outcomes.ts'
import { batchPage, typePage } from './queries.ts'
import { CountsAndRows } from './rows.tsx'
import { sinceWords, stepOf, undoParts } from './summary.ts'
import type { BatchView } from './use-batch.ts'

type SectionProps = { view: BatchView; batch: ImportStatusReply }

const ofImport = {
  it: 'This import',
  storedPart: 'Lines imported before the stop stay on record. Those after it were not touched.',
  storedNothing: 'Nothing was written. All records are as they were before the upload.',
  goOn: 'Upload the same file again: lines that are already imported scan as unchanged, and only the rest is imported.',
  mend: 'Correct the file as described above, then upload it again.',
  again: 'Upload the file again whenever you are ready.',
}

const ofUndo: typeof ofImport = {
  it: 'This undo',
  storedPart: 'Records that were put back before the stop stay so. The rest is as the import left it.',
  storedNothing: 'Nothing was put back. All records are as they were before the undo.',
  goOn: 'Undo the import again: what was put back already counts as left as it is, and only the rest is put back.',
  mend: 'Undo the import again. If it fails again, tell whoever runs this service.',
  again: 'Undo the import again whenever you are ready.',
}

/** Failed or cancelled: why, what was stored, and what to do next. */
export function EndedSection({ view, batch }: SectionProps) {
  const hasFailed = batch.status === 'failed'
  const wasImporting = stepOf(batch) === 'Importing'
  const numbers = batch.results ?? batch.counts
  const words = batch.undoes ? ofUndo : ofImport
  const steps = [
    ['What was kept', wasImporting ? words.storedPart : words.storedNothing],
    ['What to do next', wasImporting ? words.goOn : hasFailed ? words.mend : words.again],
  ]
  return (
    <>
      <Stack gap={12} mb={24}>
        <Alert
          tone={hasFailed ? 'bad' : 'info'}
          title={hasFailed ? (batch.error ?? `${words.it} has stopped.`) : `${words.it} was canceled.`}
        >
          {!hasFailed && batch.error} {batch.finished_at && <When at={batch.finished_at} />}
        </Alert>
        <UndoNotice batch={batch} />
      </Stack>
      <Stack component="dl" gap={8} mt={0} mb={24}>
        {steps.map(([question, answer]) => (
          <div key={question}>
            <Text component="dt" fw={600}>
              {question}
            </Text>
            <Text component="dd" c="dimmed" maw="80ch">
              {answer}
            </Text>
          </div>
        ))}
      </Stack>
      <BatchLinks batch={batch}>
        {batch.undoes ? (
          <Button
            renderRoot={(props) => <Link {...batchPage({ type: batch.type, id: batch.undoes!.id })} {...props} />}
            leftSection={<IconArrowRight size={16} stroke={1.8} aria-hidden />}
          >
            Go to import {batch.undoes.id}
          </Button>
        ) : (
          <Button
            leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
            renderRoot={(props) => <Link {...typePage(batch.type)} {...props} />}
          >
            Upload {importTypeNames[batch.type].title.toLowerCase()} again
          </Button>
        )}
        <UndoButton batch={batch} />
      </BatchLinks>
      {numbers && (
        <CountsAndRows
          view={view}
          batch={batch}
          counts={numbers}
          promised={batch.results && batch.counts}
          isFilter={view.page?.rows !== null}
        />
      )}
    </>
  )
}

export function ResultsSection({ view, batch }: SectionProps) {
  const results = batch.results ?? batch.counts
  const difference = batch.counts && batch.results && differenceWords(batch, batch.counts, batch.results)
  return (
    <>
      <Stack gap={12} mb={24}>
        <Alert tone="good" title={results ? doneWords(batch, results) : 'The import is finished'}>
          {batch.finished_at && (
            <>
              Finished <When at={batch.finished_at} />.
              {batch.undoes && ' To take the undo back, import the file again.'}
            </>
          )}
        </Alert>
        <UndoNotice batch={batch} />
        {difference && (
          <Alert tone="warn" title="Not everything went as the review said">
            {difference} Something had changed in the meantime, or a line did not fit when it was written; each such
            line says why.
          </Alert>
        )}
      </Stack>
      <BatchLinks batch={batch}>
        <Button
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
          renderRoot={(props) => <Link {...typePage(batch.type)} {...props} />}
        >
          Import more {importTypeNames[batch.type].title.toLowerCase()}
        </Button>
        <UndoButton batch={batch} />
      </BatchLinks>
      <CountsAndRows view={view} batch={batch} counts={results} promised={batch.counts} hasColumns />
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
