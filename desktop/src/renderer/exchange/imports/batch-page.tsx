import { assertNever } from '@alumni/shared/assert-never'
import { importTypeNames } from '@alumni/shared/exchange/imports'
import type { ImportStatusReply, ImportType, ImportBatchPage } from '@alumni/shared/exchange/imports'
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router'
import { HttpError } from '../../http.ts'
import { FailedPage, FailedSection } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page/page-skeleton.tsx'
import { Page } from '../../ui/page/page.tsx'
import { formatFileSize, formatList } from '../../ui/format/numbers.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { BatchActions } from './batch-actions.tsx'
import { Stepper } from '../../ui/page/stepper.tsx'
import { EndedSection, ResultsSection } from './ended-section.tsx'
import { ProgressSection } from './progress-section.tsx'
import { CorrectionsProvider, useCorrections, type Draft } from './corrections/use-corrections.tsx'
import { ReviewSection } from './review-section.tsx'
import { StatusLabel } from './status-label.tsx'
import { batchPage } from './queries.ts'
import { findStep, steps, formatBatchTitle } from './summary.ts'
import { useBatch, type BatchView } from './use-batch.ts'
import { Box, Button, Stack } from '@mantine/core'
import { Alert } from '../../ui/alert.tsx'

const route = '/shell/settings/imports/$type/batches/$id'

export function ImportBatchPage() {
  const { type, id } = useParams({ from: route }) as { type: ImportType; id: string }
  const view = useBatch(type, id, useSearch({ from: route }))
  const { live, page, error } = view

  if (page && page.type !== type) return <Navigate {...batchPage(page)} replace />
  if (error instanceof HttpError) return <FailedPage error={error} onRetry={view.retry} />
  return (
    <Page
      title={live ? formatBatchTitle(live) : `${importTypeNames[type].title} import ${id}`}
      isRecord
      badge={live && <StatusLabel batch={live} />}
      about={live ? <BatchFacts batch={live} /> : 'Loading…'}
      actions={live && <BatchActions batch={live} />}
    >
      {live ? (
        <CorrectionsProvider key={live.links.self} batch={live}>
          <BatchStepper batch={live} />
          <UnsavedCorrections batch={live} page={page} />
          <BatchSection view={view} live={live} />
        </CorrectionsProvider>
      ) : error ? (
        <FailedSection error={error} onRetry={view.retry} />
      ) : (
        <BlockSkeletons blocks={4} height={88} />
      )}
    </Page>
  )
}

function BatchFacts({ batch }: { batch: ImportStatusReply }) {
  const { type, undoes } = batch
  if (undoes)
    return (
      <>
        Of <Link {...batchPage({ type, id: undoes.id })}>{undoes.file_name}</Link>, imported{' '}
        <RelativeTime time={undoes.at} /> by {undoes.by} · undo started <RelativeTime time={batch.started_at} /> by{' '}
        {batch.imported_by}
      </>
    )
  return (
    <>
      {batch.file_name} · {formatFileSize(batch.file_size)} · uploaded <RelativeTime time={batch.started_at} /> by{' '}
      {batch.imported_by}
    </>
  )
}

function BatchSection({ view, live }: { view: BatchView; live: ImportStatusReply }) {
  switch (live.status) {
    case 'pending':
    case 'scanning':
    case 'running':
      return <ProgressSection batch={live} isUnreachable={view.isUnreachable} />
    case 'review':
      return <ReviewSection view={view} batch={live} />
    case 'completed':
      return <ResultsSection view={view} batch={live} />
    case 'failed':
    case 'cancelled':
      return <EndedSection view={view} batch={live} />
    default:
      return assertNever(live.status)
  }
}

export function BatchStepper({ batch }: { batch: ImportStatusReply }) {
  const { status } = batch
  const currentLook =
    status === 'completed' ? 'done' : status === 'failed' || status === 'cancelled' ? status : 'current'
  const stepNames = batch.undoes ? steps.map((step) => (step === 'Importing' ? 'Restoring' : step)) : steps
  return (
    <Stepper
      label={batch.undoes ? 'Steps of the undo' : 'Steps of the import'}
      steps={stepNames}
      currentIndex={steps.indexOf(findStep(batch))}
      currentLook={currentLook}
    />
  )
}

/** Lists edits that could not be saved because the line or the import has changed. */
function UnsavedCorrections({ batch, page }: { batch: ImportStatusReply; page: ImportBatchPage | undefined }) {
  const { drafts, save, discard } = useCorrections()
  const isReviewOver = batch.status !== 'review'
  const inTable = new Set(page?.rows?.map(({ line }) => line))
  const unsavedDrafts = [...drafts.values()].filter(
    ({ line, message, isSaving }) => !isSaving && (isReviewOver || (message && !inTable.has(line))),
  )
  if (unsavedDrafts.length === 0) return null
  const labels = new Map(page?.fields.map(({ field, label }) => [field, label]))
  return (
    <Stack gap={8} mb={16}>
      {unsavedDrafts.map((draft) => (
        <Alert
          key={draft.line}
          tone="warn"
          isAlert
          title={`Line ${draft.line} was not saved`}
          actions={
            <>
              {!isReviewOver && (
                <Button size="xs" onClick={() => save(toRequest(draft))}>
                  Save mine
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => discard(draft.line)}>
                Discard mine
              </Button>
            </>
          }
        >
          <Box>
            {isReviewOver ? 'The import is no longer in review, so its lines cannot be corrected.' : draft.message}
          </Box>
          <Box>You typed {formatTypedCells(draft, labels)}.</Box>
        </Alert>
      ))}
    </Stack>
  )
}

const toRequest = ({ line, cells, since }: Draft) => ({ line, cells, since })

function formatTypedCells({ cells }: Draft, labels: ReadonlyMap<string, string>): string {
  return formatList(Object.entries(cells).map(([field, text]) => `${labels.get(field) ?? field} “${text}”`))
}
