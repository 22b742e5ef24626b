import { isActiveImport, type ImportStatus } from '@alumni/shared/exchange/import-states'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { ActionIcon, Affix, Box, Group, ScrollArea } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQueryClient, useQueries, useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState, useRef } from 'react'
import { useSession } from '../../../domain/session/session.ts'
import { batchUrl, hubQuery, isMoving, pollEvery, statusQuery } from '../queries.ts'
import { summaryOf } from '../summary.ts'
import { handOver, isUnderWay, leaveUploads, removeUpload, useUploads, type QueuedUpload } from './queue.ts'
import { UploadList } from './upload-list.tsx'
import { showToast } from '../../../ui/notify.tsx'
import { callDesktop, isDesktop } from '../../../ui/desktop.ts'
import { count } from '../../../ui/words/numbers.ts'

/** The queue of uploads in a corner of every page, for administrators. */
export function UploadsPanel() {
  const uploads = useUploads()
  const { pathname } = useLocation()
  const shown = uploads.filter((upload) => !isShownOnPage(upload, pathname))
  useRefreshedImports(uploads)
  useHandOver(uploads)
  useBatchNews(uploads)
  useEffect(() => leaveUploads, [])
  useEffect(() => {
    for (const { id, step } of uploads) if (step.is === 'done' && step.batch.links.self === pathname) removeUpload(id)
  }, [uploads, pathname])

  const isBusy = uploads.some(isUnderWay)
  const ask = useCallback((event: BeforeUnloadEvent) => event.preventDefault(), [])
  useEffect(() => {
    if (!isBusy) return
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isBusy, ask])

  return shown.length > 0 && <Panel uploads={shown} />
}

function Panel({ uploads }: { uploads: readonly QueuedUpload[] }) {
  const [isOpen, setOpen] = useState(() => innerWidth >= 768)
  const left = uploads.filter(isUnderWay).length
  const label = isOpen ? 'Hide the uploads' : 'Show the uploads'
  return (
    <Affix
      withinPortal={false}
      component="section"
      className="floating"
      position={{ right: 12, bottom: 12 }}
      w="min(420px, calc(100vw - 24px))"
      zIndex={150}
      aria-label="Uploads"
    >
      <Group component="header" justify="space-between" p="8px 8px 8px 16px">
        <Box component="h2" fz={14}>
          {left > 0 ? `Uploads: ${count(left)} to go` : 'Uploads'}
        </Box>
        <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <IconChevronDown size={18} stroke={1.6} /> : <IconChevronUp size={18} stroke={1.6} />}
        </ActionIcon>
      </Group>
      {isOpen && (
        <ScrollArea.Autosize mah="min(360px, 50dvh)" className="ruled">
          <UploadList uploads={uploads} />
        </ScrollArea.Autosize>
      )}
    </Affix>
  )
}

/** A file that belongs on another page is led there; of several that came together the person says which is first. */
function useHandOver(uploads: readonly QueuedUpload[]): void {
  const { history } = useRouter()
  const alone = uploads.find(({ step, isAlone }) => isAlone && (step.is === 'event' || step.is === 'giving'))?.id
  useEffect(() => {
    if (alone !== undefined) handOver(alone, history.push)
  }, [alone, history])
}

/** The imports' own pages show the queue where one looks for it. */
function isShownOnPage({ type }: QueuedUpload, pathname: string): boolean {
  return pathname === '/settings/imports' || (type !== null && pathname === `/settings/imports/${type}`)
}

/** Refreshes the pages of imports once a file has become an import, or was refused because of another one. */
function useRefreshedImports(uploads: readonly QueuedUpload[]): void {
  const queryClient = useQueryClient()
  const ended = uploads.filter(({ step }) => step.is === 'done' || step.is === 'blocked').map(({ id }) => id)
  const key = ended.join()
  useEffect(() => {
    if (key) void queryClient.invalidateQueries({ queryKey: ['imports'] })
  }, [key, queryClient])
}

type Ref = Pick<ImportStatusReply, 'type' | 'id'>

/** Notifies the person when the scan or the import of their file has ended while they are elsewhere. */
function useBatchNews(uploads: readonly QueuedUpload[]): void {
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
        report(batch, pathname === self)
    }
  }, [states, pathname])
}

/** Returns this window's batches and active ones of an earlier one. */
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

function report(batch: ImportStatusReply, isOnPage: boolean): void {
  const title =
    batch.status === 'review' ? `${batch.file_name} has been scanned` : `${batch.file_name}: ${endOf(batch)}`
  const message = batch.error ?? summaryOf(batch)
  if (isDesktop() && !document.hasFocus())
    return void callDesktop('notification.show', { title, message, path: batch.links.self })
  if (isOnPage) return
  showToast(
    { title, message, color: batch.status === 'failed' ? 'red' : undefined },
    `import ${batch.type} ${batch.id}`,
  )
}

function endOf({ status }: ImportStatusReply): string {
  return status === 'failed' ? 'the import has failed' : 'the import is done'
}
