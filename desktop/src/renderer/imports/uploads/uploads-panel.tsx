import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconFileUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { callDesktop, isDesktop, onDesktop } from '../../ui/desktop.ts'
import { useWindowDrops } from '../../ui/use-stray-drops.ts'
import { count } from '../../ui/words/numbers.ts'
import { addUploads, isUnderWay, leaveUploads, removeUpload, useUploads, type QueuedUpload } from './queue.ts'
import { desktopSource } from './desktop-source.ts'
import { sourceOf } from './source-of.ts'
import { UploadRow } from './upload-row.tsx'
import { useBatchNews } from './use-batch-news.ts'
import classes from './uploads-panel.module.css'

const take = (files: File[]) => void addUploads(files.map(sourceOf))

/** The queue of uploads in a corner of every page, and the whole window as a place to drop files. For administrators. */
export function UploadsPanel() {
  const uploads = useUploads()
  const { pathname } = useLocation()
  const isOver = useWindowDrops(take)
  const shown = uploads.filter((upload) => !isShownOnPage(upload, pathname))
  useRefreshedImports(uploads)
  useWaitingFiles()
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

  return (
    <>
      {isOver && (
        <div className={classes.over} aria-hidden>
          <div>
            <IconFileUpload size={36} stroke={1.3} />
            <strong>Drop files from the CRM anywhere</strong>
            <span>Each is recognised by its header and scanned. Nothing is imported before you have seen it.</span>
          </div>
        </div>
      )}
      {shown.length > 0 && <Panel uploads={shown} />}
    </>
  )
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

/** In the desktop app: what was opened with it, and what a restart has interrupted. */
function useWaitingFiles(): void {
  useEffect(() => {
    if (!isDesktop()) return
    const fetch = async () => {
      for (const { type, ...file } of await callDesktop('uploads.waiting', null))
        addUploads([desktopSource(file)], type)
    }
    void fetch()
    return onDesktop('uploads.waiting', () => void fetch())
  }, [])
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
