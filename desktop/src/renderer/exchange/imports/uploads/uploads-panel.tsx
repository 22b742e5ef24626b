import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { count } from '../../../ui/words/numbers.ts'
import { handOver, isUnderWay, leaveUploads, removeUpload, useUploads, type QueuedUpload } from './queue.ts'
import { UploadRow } from './upload-row.tsx'
import { useBatchNews } from './use-batch-news.ts'
import classes from './uploads-panel.module.css'

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
  const [isOpen, setOpen] = useState(() => innerWidth > 768)
  const left = uploads.filter(isUnderWay).length
  const label = isOpen ? 'Hide the uploads' : 'Show the uploads'
  return (
    <section className={classes.panel} aria-label="Uploads">
      <header className={classes.head}>
        <h2>{left > 0 ? `Uploads: ${count(left)} to go` : 'Uploads'}</h2>
        <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <IconChevronDown size={18} stroke={1.6} /> : <IconChevronUp size={18} stroke={1.6} />}
        </ActionIcon>
      </header>
      {isOpen && (
        <ul className={classes.list}>
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </section>
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

/** What the pages of imports know is out of date once a file has become an import, or was refused for another one. */
function useRefreshedImports(uploads: readonly QueuedUpload[]): void {
  const queryClient = useQueryClient()
  const ended = uploads.filter(({ step }) => step.is === 'done' || step.is === 'blocked').map(({ id }) => id)
  const key = ended.join()
  useEffect(() => {
    if (key) void queryClient.invalidateQueries({ queryKey: ['imports'] })
  }, [key, queryClient])
}
