import { importStatusReply, importTypeNames, type ImportTypePage } from '@alumni/shared/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { FileUpload } from '../ui/file-upload.tsx'
import { fileSize } from '../ui/words/numbers.ts'
import { batchUrl } from './queries.ts'

/** Drop or choose a file; it is sent at once and scanned. Nothing is imported by that. */
export function Upload({ page }: { page: ImportTypePage }) {
  const { type, max_upload_mb, active } = page
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const refresh = useCallback(() => void queryClient.invalidateQueries({ queryKey: ['imports'] }), [queryClient])
  return (
    <FileUpload
      url={`/settings/imports/${type}`}
      reply={importStatusReply}
      maxUploadMb={max_upload_mb}
      hint={`Up to ${fileSize(max_upload_mb * 1024 * 1024)}. It is scanned first; you decide after that.`}
      label={`CSV file with ${importTypeNames[type].title.toLowerCase()}`}
      checking="All sent. The server looks at the first rows…"
      activeLink={active ? batchUrl(active.type, active.id) : undefined}
      onRefused={refresh}
      onAccepted={(batch) => {
        refresh()
        void navigate({
          to: '/settings/imports/$type/batches/$id',
          params: { type: batch.type, id: String(batch.id) },
          search: { page: 1 },
          ignoreBlocker: true,
        })
      }}
    />
  )
}
