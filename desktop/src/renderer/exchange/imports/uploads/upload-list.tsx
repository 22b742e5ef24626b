import { UploadRow } from './upload-row.tsx'
import type { QueuedUpload } from './queue.ts'
import classes from './upload-list.module.css'

/** The queue, or a part of it, on a page of the imports. */
export function UploadList({ uploads }: { uploads: readonly QueuedUpload[] }) {
  if (uploads.length === 0) return null
  return (
    <ul className={classes.list} aria-label="Uploads">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  )
}
