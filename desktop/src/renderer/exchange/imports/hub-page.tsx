import { isActiveImport } from '@alumni/shared/exchange/import-states'
import { importTypeNames, type ImportStatusReply, type ImportType } from '@alumni/shared/exchange/imports'
import { Button, Skeleton } from '@mantine/core'
import { IconFileUpload, IconArrowRight, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { hubQuery, isMoving } from './queries.ts'
import { StatusLabel } from './status-label.tsx'
import { summaryOf } from './summary.ts'
import { addUploads, useUploads } from './uploads/queue.ts'
import { sourceOf } from './uploads/source.ts'
import { UploadList } from './uploads/upload-list.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Page } from '../../ui/page.tsx'
import { count } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import classes from './imports.module.css'

/** A place for files of any kind, and one card per kind, with its last run. */
export function ImportHubPage() {
  const hub = useQuery(hubQuery)
  const uploads = useUploads()
  if (!hub.data && isRefused(hub.error)) return <FailedPage error={hub.error} />
  return (
    <Page
      title="Imports"
      about="Bring files from the CRM in. Nothing is written before you have seen what would change."
    >
      {hub.error && !hub.data && <FailedSection error={hub.error} onRetry={hub.refetch} />}
      <div className={classes.uploads}>
        <FileDrop
          icon={IconFileUpload}
          words="Drop CSV files here"
          hint="Several at once if you like: each is recognised by its header and scanned, one after the other."
          label="CSV files from the CRM"
          onFiles={(files) => void addUploads(files.map(sourceOf))}
        />
        <UploadList uploads={uploads} />
      </div>
      <ul className={classes.cards} aria-busy={hub.isPending}>
        {hub.isPending
          ? [0, 1, 2, 3].map((i) => <HubCardSkeleton key={i} />)
          : hub.data?.types.map(({ type, last_batch }) => <HubCard key={type} type={type} lastBatch={last_batch} />)}
      </ul>
    </Page>
  )
}

export function HubCard({ type, lastBatch }: { type: ImportType; lastBatch: ImportStatusReply | null }) {
  const { title, about } = importTypeNames[type]
  return (
    <li className={classes.card}>
      <div className={classes.hubHead}>
        <h2>
          <Link to="/settings/imports/$type" params={{ type }} search={{ page: 1 }}>
            {title}
          </Link>
        </h2>
        {lastBatch && <StatusLabel batch={lastBatch} />}
      </div>
      <p className={classes.about}>{about}</p>
      <div className={classes.last}>
        {lastBatch ? <LastRun batch={lastBatch} /> : <p className="muted">No file has been imported yet.</p>}
      </div>
      <div className={classes.foot}>
        {lastBatch && isActiveImport(lastBatch.status) ? (
          <ContinueButton batch={lastBatch} />
        ) : (
          <UploadButton type={type} title={title} />
        )}
        {lastBatch && (
          <Link
            to="/settings/imports/$type"
            params={{ type }}
            search={{ page: 1 }}
            className={classes.history}
            aria-label={`${title}: all imports`}
          >
            All imports
          </Link>
        )}
      </div>
    </li>
  )
}

function LastRun({ batch }: { batch: ImportStatusReply }) {
  return (
    <>
      <p className={classes.summary}>{batch.error ?? summaryOf(batch)}</p>
      <p className="muted">
        <When at={batch.finished_at ?? batch.started_at} /> by {batch.imported_by} · {batch.file_name}
      </p>
    </>
  )
}

function ContinueButton({ batch }: { batch: ImportStatusReply }) {
  const { done, total } = batch.progress
  const words = !isMoving(batch.status)
    ? 'Continue the review'
    : total > 0
      ? `Watch it: ${count(Math.floor((done / total) * 100))}%`
      : 'Watch it'
  return (
    <Button
      rightSection={<IconArrowRight size={16} stroke={1.8} aria-hidden />}
      renderRoot={(props) => (
        <Link
          to="/settings/imports/$type/batches/$id"
          params={{ type: batch.type, id: String(batch.id) }}
          search={{ page: 1 }}
          {...props}
        />
      )}
    >
      {words}
    </Button>
  )
}

function UploadButton({ type, title }: { type: ImportType; title: string }) {
  return (
    <Button
      variant="default"
      leftSection={<IconUpload size={16} stroke={1.8} aria-hidden />}
      renderRoot={(props) => <Link to="/settings/imports/$type" params={{ type }} search={{ page: 1 }} {...props} />}
    >
      Import {title.toLowerCase()}
    </Button>
  )
}

export function HubCardSkeleton() {
  return (
    <li className={classes.card}>
      <Skeleton height={21} width={120} />
      <Skeleton height={16} mt={10} width="80%" />
      <div className={classes.last}>
        <Skeleton height={16} width="60%" mb={10} />
        <Skeleton height={16} width="70%" />
      </div>
      <div className={classes.foot}>
        <Skeleton height={36} width={150} />
      </div>
    </li>
  )
}
