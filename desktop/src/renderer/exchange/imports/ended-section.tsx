import { importTypeNames, type ImportCounts, type ImportStatusReply } from '@alumni/shared/exchange/imports'
import { Stack, Text } from '@mantine/core'
import { IconArrowRight, IconUpload } from '@tabler/icons-react'
import { Alert } from '../../ui/alert.tsx'
import { formatNumber, formatCount, formatList } from '../../ui/format/numbers.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { BatchLinks, UndoButton, UndoNotice } from './batch-links.tsx'
import { listOutcomes, selectOutcomeLabels } from './outcomes.ts'
import { batchPage, typePage } from './queries.ts'
import { CountsAndRows } from './rows.tsx'
import { countRecords, describeLaterChanges, findStep, describeUndoEffects } from './summary.ts'
import type { BatchView } from './use-batch.ts'
import { LinkButton } from '../../ui/button.tsx'

type SectionProps = { view: BatchView; batch: ImportStatusReply }

const importTexts = {
  subject: 'This import',
  storedPart: 'Lines imported before it stopped stay on file. The rest were not touched.',
  storedNothing: 'Nothing was saved. All records are as they were before the upload.',
  nextStep: 'Upload the same file again: lines already imported count as unchanged, and only the rest are imported.',
  fix: 'Fix the file as described above, then upload it again.',
  retry: 'Upload the file again whenever you are ready.',
}

const undoTexts: typeof importTexts = {
  subject: 'This undo',
  storedPart: 'Records restored before it stopped stay that way. The rest are as the import left them.',
  storedNothing: 'Nothing was restored. All records are as they were before the undo.',
  nextStep: 'Undo the import again: records already restored are left as they are, and only the rest are restored.',
  fix: 'Undo the import again. If it fails again, contact support.',
  retry: 'Undo the import again whenever you are ready.',
}

/** For failed and canceled imports; `ResultsSection` is for completed ones. */
export function EndedSection({ view, batch }: SectionProps) {
  const hasFailed = batch.status === 'failed'
  const wasImporting = findStep(batch) === 'Importing'
  const numbers = batch.results ?? batch.counts
  const texts = batch.undoes ? undoTexts : importTexts
  const steps = [
    ['What was saved', wasImporting ? texts.storedPart : texts.storedNothing],
    ['What to do next', wasImporting ? texts.nextStep : hasFailed ? texts.fix : texts.retry],
  ]
  return (
    <>
      <Stack gap={12} mb={24}>
        <Alert
          tone={hasFailed ? 'bad' : 'info'}
          title={hasFailed ? (batch.error ?? `${texts.subject} has stopped.`) : `${texts.subject} was canceled.`}
        >
          {!hasFailed && batch.error} {batch.finished_at && <RelativeTime time={batch.finished_at} />}
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
          <LinkButton {...batchPage({ type: batch.type, id: batch.undoes.id })} icon={IconArrowRight}>
            Go to import {batch.undoes.id}
          </LinkButton>
        ) : (
          <LinkButton icon={IconUpload} {...typePage(batch.type)}>
            Upload {importTypeNames[batch.type].title.toLowerCase()} again
          </LinkButton>
        )}
        <UndoButton batch={batch} />
      </BatchLinks>
      {numbers && (
        <CountsAndRows
          view={view}
          batch={batch}
          counts={numbers}
          reviewCounts={batch.results && batch.counts}
          isFilter={view.page?.rows !== null}
        />
      )}
    </>
  )
}

export function ResultsSection({ view, batch }: SectionProps) {
  const results = batch.results ?? batch.counts
  const difference = batch.counts && batch.results && describeDifference(batch, batch.counts, batch.results)
  return (
    <>
      <Stack gap={12} mb={24}>
        <Alert tone="good" title={results ? describeResults(batch, results) : 'The import is finished'}>
          {batch.finished_at && (
            <>
              Finished <RelativeTime time={batch.finished_at} />.
              {batch.undoes && ' To reverse the undo, import the file again.'}
            </>
          )}
        </Alert>
        <UndoNotice batch={batch} />
        {difference && (
          <Alert tone="warn" title="Some results differ from the review">
            {difference} Data changed in the meantime, or a line could not be saved. Each of these lines gives its
            reason.
          </Alert>
        )}
      </Stack>
      <BatchLinks batch={batch}>
        <LinkButton variant="default" icon={IconUpload} {...typePage(batch.type)}>
          Import more {importTypeNames[batch.type].title.toLowerCase()}
        </LinkButton>
        <UndoButton batch={batch} />
      </BatchLinks>
      <CountsAndRows view={view} batch={batch} counts={results} reviewCounts={batch.counts} hasColumns />
    </>
  )
}

function describeResults(batch: ImportStatusReply, results: ImportCounts): string {
  const { undoes } = batch
  if (undoes) return `From import ${undoes.id}, ${describeUndoEffects(results, true)}.${describeLaterChanges(results)}`
  const parts = [
    ...(results.new > 0 ? [{ number: results.new, verb: 'added' }] : []),
    ...(results.changed > 0 ? [{ number: results.changed, verb: 'changed' }] : []),
    ...(results.deletes > 0 ? [{ number: results.deletes, verb: 'deleted' }] : []),
  ].map(({ number, verb }, index) => `${index === 0 ? countRecords(batch, number) : formatNumber(number)} ${verb}`)
  const skipped = results.skipped > 0 ? ` ${formatCount(results.skipped, ['line was', 'lines were'])} skipped.` : ''
  return `${parts.length > 0 ? `${formatList(parts)}.` : 'No records were changed.'}${skipped}`
}

function describeDifference(batch: ImportStatusReply, counts: ImportCounts, results: ImportCounts): string | null {
  const parts = listOutcomes(batch, results)
    .filter((outcome) => outcome !== 'warnings' && (counts[outcome] ?? 0) !== (results[outcome] ?? 0))
    .map(
      (outcome) =>
        `${formatNumber(results[outcome] ?? 0)} ${selectOutcomeLabels(batch)[outcome].label.toLowerCase()} instead of ${formatNumber(counts[outcome] ?? 0)}`,
    )
  return parts.length > 0 ? `${formatList(parts)}.` : null
}
