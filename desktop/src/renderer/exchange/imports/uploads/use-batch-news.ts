import { isActiveImport, type ImportStatus } from '@alumni/shared/exchange/import-states'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { notifications } from '@mantine/notifications'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { callDesktop, isDesktop } from '../../../ui/desktop.ts'
import { useSession } from '../../../domain/session/session.ts'
import { batchUrl, hubQuery, isMoving, pollEvery, statusQuery } from '../queries.ts'
import { summaryOf } from '../summary.ts'
import type { QueuedUpload } from './queue.ts'

type Ref = Pick<ImportStatusReply, 'type' | 'id'>

/** Tells the person when the scan or the import of a file of theirs has ended while they are elsewhere. */
export function useBatchNews(uploads: readonly QueuedUpload[]): void {
  const watched = useOwnBatches(uploads)
  const { pathname } = useLocation()
  const seen = useRef(new Map<string, ImportStatus>())
  const states = useQueries({
    queries: watched.map(({ type, id }) => ({
      ...statusQuery(type, String(id)),
      refetchInterval: ({ state: { data, error } }: { state: { data?: ImportStatusReply; error: unknown } }) => {
        // The batch's own page asks for it while it is open.
        if (pathname === batchUrl(type, id)) return false
        return data ? pollEvery(data.status, 30_000, error) : 5_000
      },
    })),
  })
  useEffect(() => {
    for (const { data: batch } of states) {
      if (!batch) continue
      const { self } = batch.links
      const before = seen.current.get(self)
      seen.current.set(self, batch.status)
      if (before && isMoving(before) && !isMoving(batch.status) && batch.status !== 'cancelled')
        tell(batch, pathname === self)
    }
  }, [states, pathname])
}

/** Those of this window, and what an earlier one has left under way. */
function useOwnBatches(uploads: readonly QueuedUpload[]): readonly Ref[] {
  const { user } = useSession()
  const [watched, setWatched] = useState<readonly Ref[]>([])
  const hub = useQuery({ ...hubQuery, refetchInterval: false, enabled: isDesktop() }).data
  useEffect(() => {
    const sent = uploads.flatMap(({ step }) => (step.is === 'done' ? [step.batch] : []))
    const left = (hub?.types ?? []).flatMap(({ last_batch: last }) =>
      last && isActiveImport(last.status) && last.imported_by === user.name ? [last] : [],
    )
    const isNew = ({ type, id }: Ref) => !watched.some((known) => known.type === type && known.id === id)
    const added = [...sent, ...left].filter(isNew).map(({ type, id }) => ({ type, id }))
    const once = added.filter((one, at) => added.findIndex(({ type, id }) => type === one.type && id === one.id) === at)
    if (once.length > 0) setWatched([...watched, ...once])
  }, [uploads, hub, watched, user.name])
  return watched
}

function tell(batch: ImportStatusReply, isOnPage: boolean): void {
  const title =
    batch.status === 'review' ? `${batch.file_name} has been scanned` : `${batch.file_name}: ${endOf(batch)}`
  const message = batch.error ?? summaryOf(batch)
  if (isDesktop() && !document.hasFocus())
    return void callDesktop('notification.show', { title, message, path: batch.links.self })
  if (!isOnPage) notifications.show({ title, message, color: batch.status === 'failed' ? 'red' : undefined })
}

function endOf({ status }: ImportStatusReply): string {
  return status === 'failed' ? 'the import has failed' : 'the import is done'
}
