import { importTypeNames, importTypes, type ImportStatusReply, type ImportType } from '@alumni/shared/exchange/imports'
import { Box, Button, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { batchPage, statusQuery } from '../queries.ts'
import { StatusLabel } from '../status-label.tsx'
import { summaryOf } from '../summary.ts'
import { chooseType, handOver, pauseUpload, removeUpload, resumeUpload, type QueuedUpload } from './queue.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { duration, fileSize } from '../../../ui/words/numbers.ts'

/** The queue, or a part of it. */
export function UploadList({ uploads }: { uploads: readonly QueuedUpload[] }) {
  if (uploads.length === 0) return null
  return (
    <ul className="rows frame" aria-label="Uploads">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  )
}

/** One file of the queue: what it is, how far it is, and what can be done about it. */
function UploadRow({ upload }: { upload: QueuedUpload }) {
  const { name, type, size, step } = upload
  const isRefused = step.is === 'refused'
  return (
    <Box component="li" fz={13} style={{ gap: 8 }}>
      <Group justify="space-between" align="baseline" gap="0 12px">
        <strong>{name}</strong>
        <span className="muted">
          {[type && importTypeNames[type].title, fileSize(size)].filter(Boolean).join(' · ')}
        </span>
      </Group>
      <Progress upload={upload} />
      <Group justify="space-between" gap="8px 12px">
        <Box flex="1 1 220px" c={isRefused ? 'var(--bad)' : 'dimmed'} role={isRefused ? 'alert' : undefined}>
          {step.is === 'done' ? <BatchState batch={step.batch} /> : wordsOf(upload)}
        </Box>
        <Actions upload={upload} />
      </Group>
    </Box>
  )
}

function Actions({ upload: { id, name, step } }: { upload: QueuedUpload }) {
  const { history } = useRouter()
  const action = (words: string, run: () => void) => (
    <Button variant="default" size="compact-xs" onClick={run} aria-label={`${words}: ${name}`}>
      {words}
    </Button>
  )
  return (
    <Group gap={8}>
      {step.is === 'asks' && (
        <Select
          size="xs"
          aria-label={`What is in ${name}?`}
          placeholder="Choose what it is"
          data={importTypes.map((value) => ({ value, label: importTypeNames[value].title }))}
          onChange={(value) => value && chooseType(id, value as ImportType)}
        />
      )}
      {step.is === 'opened' && action('Upload', () => resumeUpload(id))}
      {step.is === 'event' && action('Convert it', () => handOver(id, history.push))}
      {step.is === 'giving' && action('Import it there', () => handOver(id, history.push))}
      {(step.is === 'sending' || step.is === 'lost') && action('Pause', () => pauseUpload(id))}
      {step.is === 'paused' && action('Resume', () => resumeUpload(id))}
      {step.is === 'refused' && step.mayRetry && action('Send it again', () => resumeUpload(id))}
      {action(['refused', 'done', 'giving', 'event', 'opened'].includes(step.is) ? 'Dismiss' : 'Cancel', () =>
        removeUpload(id),
      )}
    </Group>
  )
}

function Progress({ upload: { name, size, step } }: { upload: QueuedUpload }) {
  if (step.is === 'checking') return <ProgressBar label={`Checking ${name}`} percent={null} />
  if (!('sent' in step)) return null
  return <ProgressBar label={`Sending ${name}`} percent={percentOf(step.sent, size)} />
}

const stepWords = {
  reading: 'Reading the first lines…',
  asks: 'The header row does not say what this file is.',
  opened: 'Upload it? Nothing is imported until you have reviewed it.',
  giving: 'This is a giving file, which has its own page.',
  event: 'This is an event export.',
  waiting: 'Waiting its turn.',
  checking: 'Sent. Checking the file…',
}

function wordsOf({ type, size, step }: QueuedUpload): ReactNode {
  switch (step.is) {
    case 'blocked':
      return (
        <>
          Waiting for the other {type ? importTypeNames[type].title.toLowerCase() : ''} import to finish.{' '}
          {step.sentence} {step.link && <a href={step.link}>Open that import</a>}
        </>
      )
    case 'sending':
      return progressWords(step.sent, size, step.bytesPerSecond)
    case 'lost':
      return `Connection lost at ${percentOf(step.sent, size)}%. The upload continues when you are back online.`
    case 'paused':
      return `Paused at ${percentOf(step.sent, size)}%.`
    case 'refused':
      return (
        <>
          {step.sentence} {step.link && <a href={step.link}>Open that import</a>}
          {step.isSignedOut && (
            <a href="/login" target="_blank" rel="noreferrer">
              Sign in
            </a>
          )}
        </>
      )
    case 'done':
      return null
    default:
      return stepWords[step.is]
  }
}

function progressWords(sent: number, size: number, rate: number | null): string {
  return [
    `${percentOf(sent, size)}%`,
    `${fileSize(sent)} of ${fileSize(size)}`,
    rate && `${fileSize(Math.round(rate))} per second`,
    rate && `${duration((size - sent) / rate)} left`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function percentOf(sent: number, size: number): number {
  return Math.floor((Math.min(sent, size) / size) * 100)
}

/** The status of the import that the file became; `useBatchNews` refreshes it. */
function BatchState({ batch }: { batch: ImportStatusReply }) {
  const live = useQuery({ ...statusQuery(batch.type, String(batch.id)), initialData: batch })
  const now = live.data
  return (
    <>
      <StatusLabel batch={now} /> {now.error ?? summaryOf(now)}{' '}
      <Link {...batchPage(now)}>{now.status === 'review' ? 'Review it' : 'Open it'}</Link>
    </>
  )
}
