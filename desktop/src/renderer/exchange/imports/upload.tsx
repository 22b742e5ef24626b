import { importTypeNames, type ImportTypePage } from '@alumni/shared/exchange/imports'
import { IconFileUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FileDrop } from '../../ui/file-drop.tsx'
import { fileSize } from '../../ui/words/numbers.ts'
import { addUploads, useUploads } from './uploads/queue.ts'
import { sourceOf } from './uploads/source-of.ts'
import { UploadList } from './uploads/upload-list.tsx'
import classes from './upload.module.css'

/** Drop or choose a file; it is sent at once and scanned. Nothing is imported by that. */
export function Upload({ page: { type, max_upload_mb } }: { page: ImportTypePage }) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const uploads = useUploads().filter((upload) => upload.type === type)
  const done = uploads.find(({ id, step }) => step.is === 'done' && chosen.includes(id))?.step
  const batch = done?.is === 'done' ? done.batch : undefined
  useEffect(() => {
    if (batch)
      void navigate({
        to: '/settings/imports/$type/batches/$id',
        params: { type: batch.type, id: String(batch.id) },
        search: { page: 1 },
      })
  }, [batch, navigate])
  const isBusy = uploads.some(({ step: { is } }) => is !== 'refused')
  return (
    <div className={classes.upload}>
      <UploadList uploads={uploads} />
      {!isBusy && (
        <FileDrop
          icon={IconFileUpload}
          words="Drop a CSV file here"
          hint={`Up to ${fileSize(max_upload_mb * 1024 * 1024)}. It is scanned first; you decide after that.`}
          label={`CSV file with ${importTypeNames[type].title.toLowerCase()}`}
          onFile={(file) => setChosen([...chosen, ...addUploads([sourceOf(file)], type)])}
        />
      )}
    </div>
  )
}
