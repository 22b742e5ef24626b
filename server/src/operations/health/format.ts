import { letterLabels } from '@alumni/shared/letters'
import type { JobName, QueueState } from '../../foundations/jobs/jobs.ts'
import type { LetterKind } from '../../foundations/mail/letters.ts'
import { formatDistanceToNowStrict } from 'date-fns/formatDistanceToNowStrict'

/** Jobs without data, most of which run on a schedule. */
const scheduledJobLabels = {
  'sweep-import-files': 'Deleting the files of finished imports',
  'sweep-photos': 'Deleting unused photos',
  'send-list-letters': 'Sending letters to lists',
  'prune-identity': 'Deleting expired sign-ins and devices',
  'remind-attendees': 'Sending event reminders',
  'forget-letters': 'Deleting the records of old letters',
  'forget-email-changes': 'Deleting expired e-mail changes',
  'erase-deleted-signups': 'Erasing signups that were deleted 30 days ago',
  'finish-upgrade': 'Finishing an upgrade when no older process is left',
  'prune-failed-jobs': 'Deleting jobs that failed 30 days ago',
  'sweep-giving-previews': 'Deleting giving previews that have expired',
  'search-for-reports': 'Preparing the reports',
  'judge-conditions': 'Checking for problems',
  'watch-backups': 'Checking whether a backup is due',
  'drill-backup': 'Testing a backup',
  'note-endings': 'Recording deletions with the backups',
  'find-signup-duplicates': 'Finding duplicate signups',
}

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs extends Record<keyof typeof scheduledJobLabels, Record<string, never>> {}
}

const jobLabels = {
  ...scheduledJobLabels,
  'scan-import': 'Reading an uploaded file',
  'apply-import': 'Importing the rows of a file',
  'send-letter': 'Sending a letter',
  'delete-mistyped-signup': 'Deleting a signup whose address was mistyped',
  'run-failed-again': 'Running failed jobs again',
  'make-backup': 'Making a backup',
} satisfies Record<JobName, string>

export function describeJob(name: string): string {
  return jobLabels[name as JobName] ?? name
}

export function describeFailedJobs(failed: QueueState['failed']): { job: string; error: string }[] {
  return failed.map(({ name, last_error }) => ({
    job: describeJob(name),
    error: last_error ?? 'See the worker’s log.',
  }))
}

// Fails to compile if a kind has no label.
letterLabels satisfies Record<LetterKind, string>
export const letterKinds = Object.entries(letterLabels).map(([value, label]) => ({ value, label }))

const integerFormat = new Intl.NumberFormat('en-US')

export function formatNumber(value: number): string {
  return integerFormat.format(value)
}

/** Returns text such as "812 MB" or "1.4 GB", with 1,024 MB in a GB. */
export function formatBytes(value: number): string {
  const gigabytes = value / 1024 ** 3
  return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GB` : `${integerFormat.format(Math.round(value / 1024 ** 2))} MB`
}

/** Returns text such as `5 minutes ago` for an ISO time. */
export function formatAgo(time: string): string {
  return formatDistanceToNowStrict(new Date(time), { addSuffix: true })
}
