import type { JobName } from '../../foundations/jobs/jobs.ts'
import type { LetterKind } from '../../foundations/mail/letters.ts'
import { formatDistanceToNowStrict } from 'date-fns/formatDistanceToNowStrict'

/** What each kind of job does. A kind without words does not compile. */
const jobWords = {
  'scan-import': 'Reading an uploaded file',
  'apply-import': 'Importing the rows of a file',
  'sweep-import-files': 'Deleting the files of finished imports',
  'sweep-photos': 'Deleting photos that nothing shows',
  'refresh-statistics': 'Counting the statistics',
  'send-letter': 'Sending a letter',
  'prune-identity': 'Deleting expired sign-ins and devices',
  'remind-attendees': 'Reminding of events',
  'forget-letters': 'Deleting the records of old letters',
  'forget-email-changes': 'Deleting expired e-mail changes',
  'erase-deleted-signups': 'Erasing signups that were deleted 30 days ago',
  'run-failed-again': 'Running failed jobs again',
  'prune-failed-jobs': 'Deleting jobs that failed 30 days ago',
  'sweep-giving-previews': 'Deleting giving previews that have expired',
  'search-for-reports': 'Looking for employers and people for the reports',
  'find-signup-duplicates': 'Looking for signups of one person',
} satisfies Record<JobName, string>

/** What each kind of letter is about. */
const letterWords = {
  'password-reset': 'Password reset',
  'password-changed': 'Password was changed',
  'staff-invitation': 'Invitation to the staff',
  'second-factor-changed': 'The second factor was changed',
  'wrong-codes': 'Many wrong codes were given',
  'sign-in': 'Sign-in link and code',
  'signup-confirmation': 'Confirmation of a signup',
  'duplicate-signup': 'Signed up before',
  'opportunity-answer': 'Answer to an opportunity',
  'opportunity-place': 'A place from the waiting list of an opportunity',
  'opportunity-decision': 'Decision about an offer of help',
  'email-change': 'Confirmation of a new e-mail address',
  'email-change-asked': 'A change of the e-mail address was asked for',
  'email-changed': 'The e-mail address was changed',
  'signup-deleted': 'A signup was deleted',
  'rsvp-going': 'Coming to an event',
  'rsvp-waiting': 'On the waiting list of an event',
  'rsvp-place': 'A place from the waiting list of an event',
  'event-changed': 'An event was changed',
  'event-cancelled': 'An event was canceled',
  'event-reminder': 'Reminder of an event',
  'email-set-by-staff': 'Staff have changed the e-mail address',
  'from-staff': 'Written by staff',
  'signup-restored': 'A signup was restored',
} satisfies Record<LetterKind, string>

export function describeJob(name: string): string {
  return jobWords[name as JobName] ?? name
}

export function describeLetter(kind: string): string {
  return letterWords[kind as LetterKind] ?? kind
}

export const letterKinds = Object.entries(letterWords).map(([value, label]) => ({ value, label }))

const whole = new Intl.NumberFormat('en-US')

export function number(value: number): string {
  return whole.format(value)
}

/** In steps of 1024: "812 MB", "1.4 GB". */
export function bytes(value: number): string {
  const gigabytes = value / 1024 ** 3
  return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GB` : `${whole.format(Math.round(value / 1024 ** 2))} MB`
}

/** "4 minutes ago". */
export function ago(at: string): string {
  return formatDistanceToNowStrict(new Date(at), { addSuffix: true })
}
