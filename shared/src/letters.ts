/** The topic of each kind of letter. */
export const letterWords = {
  'password-reset': 'Password reset',
  'password-changed': 'Password was changed',
  'staff-invitation': 'Invitation to the staff',
  'second-factor-changed': 'The second factor was changed',
  'wrong-codes': 'Many wrong codes were given',
  'incident-begun': 'Something is wrong with the service',
  'incident-over': 'The service is well again',
  'staff-locked-out': 'Staff are locked out',
  'followed-searches': 'Who came into followed searches and who left',
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
  'rsvp-cancelled': 'A canceled answer to an event',
  'event-changed': 'An event was changed',
  'event-cancelled': 'An event was canceled',
  'event-reminder': 'Reminder of an event',
  'email-set-by-staff': 'Staff have changed the e-mail address',
  'from-staff': 'Written by staff',
  'backup-failed': 'A backup failed',
  'signup-restored': 'A signup was restored',
} as const

export function describeLetter(kind: string): string {
  return kind in letterWords ? letterWords[kind as keyof typeof letterWords] : kind
}

export const letterStates = ['waiting', 'given_up', 'sent', 'not_needed'] as const
export type LetterState = (typeof letterStates)[number]
