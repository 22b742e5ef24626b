import { Button } from '@mantine/core'
import { importTypeNames, type ImportTypePage } from '@alumni/shared/imports'
import { IconFileUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { FileDrop } from '../ui/file-drop.tsx'
import { Sentence } from '../ui/sentence.tsx'
import { useStrayDrops } from '../ui/use-stray-drops.ts'
import { duration, fileSize } from '../ui/words/numbers.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { batchUrl } from './queries.ts'
import { useUpload, type UploadState } from './use-upload.ts'
import classes from './upload.module.css'

/** Drop or choose a file; it is sent at once and scanned. Nothing is imported by that. */
export function Upload({ page }: { page: ImportTypePage }) {
  const { type, max_upload_mb, active } = page
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const refresh = useCallback(() => void queryClient.invalidateQueries({ queryKey: ['imports'] }), [queryClient])
  const upload = useUpload({
    type,
    maxUploadMb: max_upload_mb,
    onRefused: refresh,
    onAccepted: (batch) => {
      refresh()
      void navigate({
        to: '/settings/imports/$type/batches/$id',
        params: { type: batch.type, id: String(batch.id) },
        search: { page: 1 },
        ignoreBlocker: true,
      })
    },
  })
  const { state } = upload
  useStrayDrops()
  const isBusy = state.step === 'sending' || state.step === 'checking'
  useBlocker({
    shouldBlockFn: () => isBusy && !confirm('The file is still being sent. Leave this page and stop the upload?'),
    enableBeforeUnload: isBusy,
    disabled: !isBusy,
  })

  if (isBusy) return <Sending state={state} onCancel={upload.cancel} />
  return (
    <div className={classes.upload}>
      {state.step === 'refused' && (
        <Refused
          state={state}
          activeLink={active ? batchUrl(active.type, active.id) : undefined}
          onRetry={() => void upload.send(state.file)}
        />
      )}
      <FileDrop
        icon={IconFileUpload}
        words="Drop a CSV file here"
        hint={`Up to ${fileSize(max_upload_mb * 1024 * 1024)}. It is scanned first; you decide after that.`}
        label={`CSV file with ${importTypeNames[type].title.toLowerCase()}`}
        onFile={(file) => void upload.send(file)}
      />
    </div>
  )
}

function Sending({
  state,
  onCancel,
}: {
  state: Extract<UploadState, { step: 'sending' | 'checking' }>
  onCancel: () => void
}) {
  const { file } = state
  const sent = state.step === 'sending' ? state.sent : file.size
  const rate = state.step === 'sending' ? state.bytesPerSecond : null
  const percent = Math.floor((sent / file.size) * 100)
  return (
    <div className={classes.sending}>
      <div className={classes.fileLine}>
        <strong>{file.name}</strong>
        <Button variant="default" size="xs" onClick={onCancel}>
          Cancel the upload
        </Button>
      </div>
      <ProgressBar label={`Sending ${file.name}`} percent={state.step === 'sending' ? percent : null} />
      <p className="muted" aria-live="off">
        {state.step === 'checking'
          ? 'All sent. The server looks at the first rows…'
          : [
              `${percent}%`,
              `${fileSize(sent)} of ${fileSize(file.size)}`,
              rate && `${fileSize(Math.round(rate))} per second`,
              rate && `${duration((file.size - sent) / rate)} left`,
            ]
              .filter(Boolean)
              .join(' · ')}
      </p>
    </div>
  )
}

function Refused({
  state,
  activeLink,
  onRetry,
}: {
  state: Extract<UploadState, { step: 'refused' }>
  activeLink?: string
  onRetry: () => void
}) {
  const link = state.link ?? (state.sentence && activeLink)
  return (
    <Sentence
      tone="bad"
      isAlert
      title={state.file.name}
      actions={
        <>
          {link && <a href={link}>Open that import</a>}
          {state.isSignedOut && (
            <a href="/login" target="_blank" rel="noreferrer">
              Sign in
            </a>
          )}
          {state.mayRetry && (
            <Button variant="default" size="xs" onClick={onRetry}>
              Send it again
            </Button>
          )}
        </>
      }
    >
      {state.sentence}
    </Sentence>
  )
}
