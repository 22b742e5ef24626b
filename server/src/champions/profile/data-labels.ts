import { askAnswerChoices } from '@alumni/shared/alumni/ask-filters'
import { askTopics, askWays } from '@alumni/shared/publications/asks'
import { fieldOf, signupAnswerNames } from '@alumni/shared/champions/answers'
import { topicLabels, type LeftOutReason, type RecipientState } from '@alumni/shared/publications/list-letters'
import { helpRoles, type ActivityEventType } from '@alumni/shared/champions/record'

/** Defaults to the column's name in words. */
export function columnLabel(column: string, section = ''): string {
  const words = column.replaceAll('_', ' ')
  return labels[`${section}.${column}`] ?? labels[column] ?? words[0]!.toUpperCase() + words.slice(1)
}

/** Translates a column's codes and leaves other text unchanged. */
export function formatCode(column: string, text: string, section: string): string {
  const texts = codes[`${section}.${column}`] ?? codes[column] ?? {}
  return (column === 'type' ? activityTexts : texts)[text] ?? text
}

const labels: Record<string, string> = {
  ...Object.fromEntries(signupAnswerNames.map((name) => [name, fieldOf(name).label])),
  buid: 'BUID',
  google_uid: 'Google account number',
  google_linked_at: 'Google linked',
  status: 'Your status',
  source: 'How you signed up',
  wants_reminders: 'Event reminders',
  keep_me_signed_in: 'Remember this device',
  privacy_policy_version: 'Privacy policy version',
  folded_email: 'E-mail address, for matching',
  consented_at: 'You agreed to it',
  completed_at: 'Completed',
  created_at: 'Started',
  updated_at: 'Last changed',
  asked_at: 'You answered on',
  decided_at: 'Decided on',
  reminded_at: 'Reminder sent',
  marked_at: 'Attendance recorded',
  unmarked_status: 'Status before',
  joined_at: 'Joined',
  used_at: 'Last used',
  expires_at: 'Expires',
  ended_at: 'Ended',
  revoked_at: 'Forgotten',
  wrong_codes: 'Wrong codes entered',
  old_email: 'From',
  new_email: 'To',
  confirmed_at: 'Confirmed',
  submitted_at: 'Sent',
  merged_at: 'Merged',
  undone_at: 'Undone',
  deleted_at: 'Deleted',
  words: 'In words',
  'letters_to_lists.state': 'Outcome',
  'letters_to_lists.changed_at': 'When',
  reason: 'Why',
  'opt_outs.created_at': 'Since',
  template: 'Template',
  body: 'Text',
  has_button: 'With a button',
  despite_wish: 'Sent although you asked for no e-mail',
  topic: 'About',
  type: 'What',
  occurred_at: 'When',
  payload: 'Details',
}

const letterStates: Record<RecipientState, string> = {
  waiting: 'Not sent yet',
  handed: 'Not sent yet',
  sent: 'Sent',
  refused: 'Refused by your mail server',
  in_doubt: 'Probably sent',
  left_out: 'Not sent to you',
}

const letterReasons: Record<LeftOutReason, string> = {
  gone: 'Your signup was merged or deleted',
  deceased: 'Deceased, according to your alumni record',
  do_not_contact: 'Do not contact, according to your alumni record',
  do_not_email: 'Do not e-mail, according to your alumni record',
  opted_out: 'You had stopped these e-mails',
  answered: 'You had answered already',
  no_email: 'There was no e-mail address',
  bounced: 'Earlier e-mails came back',
  same_address: 'Someone else with your address got it',
}

const codes: Record<string, Record<string, string>> = {
  'letters_to_lists.state': letterStates,
  'letters_to_lists.reason': letterReasons,
  how: askWays,
  help_roles: helpRoles,
  topic: { ...askTopics, ...topicLabels, all: 'All invitations and news' },
  answer: Object.fromEntries(askAnswerChoices.map(({ code, name }) => [code, name])),
  source: { wizard: 'Step by step', one_page: 'On one page', google: 'With Google' },
  status: {
    started: 'Started',
    completed: 'Completed',
    linked: 'Completed and matched to your alumni record',
    going: 'Going',
    waiting: 'On the waiting list',
    cancelled: 'Canceled',
    attended: 'Attended',
    absent: 'Not there',
    responded: 'Offered to help',
    accepted: 'Accepted',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
  },
}

const activityTexts = {
  signup_started: 'You started to sign up',
  signup_completed: 'You completed your signup',
  signup_deleted: 'Signup deleted',
  signup_restored: 'Signup restored',
  signup_merged: 'Another signup of yours was merged into this one',
  signup_merge_undone: 'Merge undone',
  signup_linked: 'Our office found your alumni record',
  signup_unlinked: 'Our office unlinked your alumni record',
  signin_requested: 'You asked for a sign-in e-mail',
  signin_failed: 'A wrong sign-in code was entered',
  signin_completed: 'You signed in',
  signed_out: 'You signed out',
  device_remembered: 'A device was remembered',
  device_revoked: 'A device was forgotten',
  google_linked: 'You linked a Google account',
  google_unlinked: 'Google account unlinked',
  profile_updated: 'Answers changed',
  email_changed: 'E-mail address changed',
  opportunity_responded: 'You offered to help',
  letter_sent: 'Our office sent you an e-mail',
} satisfies Record<ActivityEventType, string> as Record<string, string>
