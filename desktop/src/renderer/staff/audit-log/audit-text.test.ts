import { expect, test } from 'vitest'
import { describeAction, describeSubject, formatAction } from './audit-text.ts'

test.each([
  ['user.role-changed', 'staff-users/7', 'Stan Miller', 'changed the role of Stan Miller'],
  ['champion-signup.merged', 'champion-signups/12', 'Peggy Stone', 'merged signups into that of Peggy Stone'],
  ['import.committed', 'contacts/12', null, 'started import 12 of contacts'],
  ['event.publish', 'events/3', 'Homecoming', 'published the event Homecoming'],
  ['college.added', 'colleges/AS', null, 'added the college AS'],
  ['crm-changes.exported', 'crm-export-batches/4', null, 'exported changes for the CRM'],
  ['user.deactivated', 'staff-users/9', null, 'deactivated the account of 9'],
])('%s of %s, named %s, reads “%s”', (action, subject, name, text) => {
  const { before, after } = describeAction(action)
  expect(after === undefined ? before : before + describeSubject({ name, subject }) + after).toBe(text)
})

test.each([
  ['import.committed', 'Import committed'],
  ['crm-changes.export-undone', 'CRM changes export undone'],
  ['api-key.issued', 'API key issued'],
  ['event-rsvp.attended', 'Event answer attended'],
  ['signed in with Google', 'Signed in with Google'],
])('%s reads “%s”', (action, text) => expect(formatAction(action)).toBe(text))
