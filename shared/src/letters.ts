export const letterLabels = {
  'password-reset': 'Password reset',
  'password-changed': 'Password was changed',
  'staff-invitation': 'Invitation to the staff app',
  'second-factor-changed': 'The second factor was changed',
  'wrong-codes': 'Many wrong codes were entered',
  'incident-begun': 'A problem of the service',
  'incident-over': 'A problem of the service is resolved',
  'staff-locked-out': 'Staff are locked out',
  'sign-in': 'Sign-in link and code',
  'answer-confirmation': 'Confirmation of an answer',
  'signup-confirmation': 'Confirmation of a signup',
  'duplicate-signup': 'Signed up before',
  'opportunity-answer': 'Answer to an opportunity',
  'opportunity-place': 'A place from the waiting list of an opportunity',
  'opportunity-decision': 'Decision about an offer of help',
  'email-change': 'Confirmation of a new e-mail address',
  'email-change-asked': 'A change of the e-mail address was asked for',
  'email-changed': 'The e-mail address was changed',
  'signup-deleted': 'A signup was deleted',
  'rsvp-going': 'Going to an event',
  'rsvp-waiting': 'On the waiting list of an event',
  'rsvp-place': 'A place from the waiting list of an event',
  'rsvp-cancelled': 'A canceled answer to an event',
  'event-changed': 'An event was changed',
  'event-cancelled': 'An event was canceled',
  'event-reminder': 'Reminder of an event',
  'email-set-by-staff': 'Staff have changed the e-mail address',
  'from-staff': 'Written by staff',
  'list-letter': 'Letter to a list',
  'list-letter-test': 'Test of a letter to a list',
  'list-letter-stopped': 'A letter to a list was stopped',
  'list-letter-declined': 'A letter to a list was given back',
  'backup-failed': 'A backup failed',
  'signup-restored': 'A signup was restored',
} as const

export function describeLetter(kind: string): string {
  return kind in letterLabels ? letterLabels[kind as keyof typeof letterLabels] : kind
}

export const letterStates = ['waiting', 'given_up', 'sent', 'not_needed'] as const
export type LetterState = (typeof letterStates)[number]
