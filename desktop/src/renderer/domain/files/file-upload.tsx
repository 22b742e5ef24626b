import { Button, Group, Stack } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import type { z } from 'zod'
import { FileDrop } from '../../ui/form/file-drop.tsx'
import type { InputFile } from '../../ui/form/input-file.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Alert } from '../../ui/alert.tsx'
import { useUpload, type Upload, type UploadState } from './use-upload.ts'
import { formatDuration, formatFileSize } from '../../ui/format/numbers.ts'

type FileUploadProps<Reply extends z.ZodType> = Upload<Reply> & {
  hint: string
  label: string
  checking: string
  initialFile?: InputFile | undefined
}

export function FileUpload<Reply extends z.ZodType>(props: FileUploadProps<Reply>) {
  const { hint, label, checking, initialFile, ...options } = props
  const upload = useUpload(options)
  const { state } = upload
  const isBusy = state.step === 'sending' || state.step === 'checking'
  useBlocker({
    shouldBlockFn: () => isBusy && !confirm('The file is still uploading. Leave this page and stop the upload?'),
    enableBeforeUnload: isBusy,
    disabled: !isBusy,
  })

  if (isBusy) return <Sending state={state} checking={checking} onCancel={upload.cancel} />
  return (
    <Stack gap={12}>
      {state.step === 'refused' && <Refused state={state} onRetry={() => void upload.send(state.file)} />}
      {initialFile && state.step === 'idle' && (
        <Button onClick={() => void upload.send(initialFile)}>Upload {initialFile.name}</Button>
      )}
      <FileDrop
        icon={IconFileUpload}
        text="Drop a CSV file here"
        hint={hint}
        label={label}
        onFile={(file) => void upload.send(file)}
      />
    </Stack>
  )
}

type SendingProps = {
  state: Extract<UploadState, { step: 'sending' | 'checking' }>
  checking: string
  onCancel: () => void
}

function Sending({ state, checking, onCancel }: SendingProps) {
  const { file } = state
  const sent = state.step === 'sending' ? state.sent : file.size
  const rate = state.step === 'sending' ? state.bytesPerSecond : null
  const percent = Math.floor((sent / file.size) * 100)
  return (
    <Stack gap={12} mih={168} justify="center" className="panel">
      <Group justify="space-between" gap={8} style={{ overflowWrap: 'anywhere' }}>
        <strong>{file.name}</strong>
        <Button variant="default" size="xs" onClick={onCancel}>
          Cancel the upload
        </Button>
      </Group>
      <ProgressBar label={`Sending ${file.name}`} percent={state.step === 'sending' ? percent : null} />
      <p className="muted" aria-live="off">
        {state.step === 'checking'
          ? checking
          : [
              `${percent}%`,
              `${formatFileSize(sent)} of ${formatFileSize(file.size)}`,
              rate && `${formatFileSize(Math.round(rate))} per second`,
              rate && `${formatDuration((file.size - sent) / rate)} left`,
            ]
              .filter(Boolean)
              .join(' · ')}
      </p>
    </Stack>
  )
}

function Refused({ state, onRetry }: { state: Extract<UploadState, { step: 'refused' }>; onRetry: () => void }) {
  const { link } = state
  return (
    <Alert
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
          {state.canRetry && (
            <Button variant="default" size="xs" onClick={onRetry}>
              Send it again
            </Button>
          )}
        </>
      }
    >
      {state.message}
    </Alert>
  )
}
