import { IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Page } from '../../ui/page.tsx'
import { HubCard, HubCardSkeleton } from './hub-card.tsx'
import { hubQuery } from './queries.ts'
import { addUploads, useUploads } from './uploads/queue.ts'
import { sourceOf } from './uploads/source-of.ts'
import { UploadList } from './uploads/upload-list.tsx'
import classes from './hub.module.css'

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
