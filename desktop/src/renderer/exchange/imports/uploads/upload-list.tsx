import { importTypeNames, importTypes, type ImportStatusReply, type ImportType } from '@alumni/shared/exchange/imports'
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { statusQuery } from '../queries.ts'
import { StatusLabel } from '../status-label.tsx'
import { summaryOf } from '../summary.ts'
import { chooseType, handOver, pauseUpload, removeUpload, resumeUpload, type QueuedUpload } from './queue.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { duration, fileSize } from '../../../ui/words/numbers.ts'
import classes from '../imports.module.css'

/** One file of the queue: what it is, how far it is, and what can be done about it. */
export function UploadRow({ upload }: { upload: QueuedUpload }) {
  const { id, name, type, size, step } = upload
  const { history } = useRouter()
  const what = type ? importTypeNames[type].title : null
  return (
    <li className={classes.row}>
      <div className={classes.uploadRowHead}>
        <strong>{name}</strong>
        <span className="muted">{[what, fileSize(size)].filter(Boolean).join(' · ')}</span>
      </div>
      <Progress upload={upload} />
      <div className={classes.uploadRowFoot}>
        <div
          className={classes.words}
          data-bad={step.is === 'refused' || undefined}
          role={step.is === 'refused' ? 'alert' : undefined}
        >
          {step.is === 'done' ? <BatchState batch={step.batch} /> : wordsOf(upload)}
        </div>
        <div className={classes.actions}>
          {step.is === 'asks' && (
            <Select
              size="xs"
              aria-label={`What is in ${name}?`}
              placeholder="Choose what it is"
              data={importTypes.map((value) => ({ value, label: importTypeNames[value].title }))}
              onChange={(value) => value && chooseType(id, value as ImportType)}
            />
          )}
          {(step.is === 'giving' || step.is === 'event') && (
            <Action about={name} onClick={() => handOver(id, history.push)}>
              {step.is === 'event' ? 'Convert it' : 'Import it there'}
            </Action>
          )}
          {(step.is === 'sending' || step.is === 'lost') && (
            <Action about={name} onClick={() => pauseUpload(id)}>
              Pause
            </Action>
          )}
          {step.is === 'paused' && (
            <Action about={name} onClick={() => resumeUpload(id)}>
              Resume
            </Action>
          )}
          {step.is === 'refused' && step.mayRetry && (
            <Action about={name} onClick={() => resumeUpload(id)}>
              Send it again
            </Action>
          )}
          <Action about={name} onClick={() => removeUpload(id)}>
            {['refused', 'done', 'giving', 'event'].includes(step.is) ? 'Dismiss' : 'Cancel'}
          </Action>
        </div>
      </div>
    </li>
  )
}

function Action({ about, children, onClick }: { about: string; children: string; onClick: () => void }) {
  return (
    <Button variant="default" size="compact-xs" onClick={onClick} aria-label={`${children}: ${about}`}>
      {children}
    </Button>
  )
}

function Progress({ upload: { name, size, step } }: { upload: QueuedUpload }) {
  if (step.is === 'checking') return <ProgressBar label={`Checking ${name}`} percent={null} />
  if (!('sent' in step)) return null
  return <ProgressBar label={`Sending ${name}`} percent={percentOf(step.sent, size)} />
}

function wordsOf({ type, size, step }: QueuedUpload): ReactNode {
  switch (step.is) {
    case 'reading':
      return 'Looking at its first lines…'
    case 'asks':
      return 'Its header does not tell what is in it.'
    case 'giving':
      return 'This is a giving file, which has a page of its own.'
    case 'event':
      return 'This is the export of an event.'
    case 'waiting':
      return 'Waits for its turn.'
    case 'blocked':
      return (
        <>
          Waits until the other {type ? importTypeNames[type].title.toLowerCase() : ''} import is done. {step.sentence}{' '}
          {step.link && <a href={step.link}>Open that import</a>}
        </>
      )
    case 'sending':
      return progressWords(step.sent, size, step.bytesPerSecond)
    case 'lost':
      return `Connection lost at ${percentOf(step.sent, size)}%: goes on by itself.`
    case 'paused':
      return `Paused at ${percentOf(step.sent, size)}%.`
    case 'checking':
      return 'All sent. The server looks at the file…'
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

/** Where the import stands that the file has become; `useBatchNews` keeps it fresh. */
function BatchState({ batch }: { batch: ImportStatusReply }) {
  const live = useQuery({ ...statusQuery(batch.type, String(batch.id)), initialData: batch })
  const now = live.data
  return (
    <>
      <StatusLabel batch={now} /> {now.error ?? summaryOf(now)}{' '}
      <Link
        to="/settings/imports/$type/batches/$id"
        params={{ type: now.type, id: String(now.id) }}
        search={{ page: 1 }}
      >
        {now.status === 'review' ? 'Review it' : 'Open it'}
      </Link>
    </>
  )
}

/** The queue, or a part of it, on a page of the imports. */
export function UploadList({ uploads }: { uploads: readonly QueuedUpload[] }) {
  if (uploads.length === 0) return null
  return (
    <ul className={classes.uploadListList} aria-label="Uploads">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  )
}
