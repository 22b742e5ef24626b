import { expect, test } from 'vitest'
import { activityEventTypes } from '@alumni/shared/champions/record'
import type { TimelineEvent } from '@alumni/shared/champions/staff-page'
import { describeEvent } from './timeline.tsx'

const event = (part: Partial<TimelineEvent>): TimelineEvent => ({
  id: 1,
  type: 'signed_out',
  at: '2026-11-22T04:00:00.000Z',
  by: null,
  payload: {},
  about: null,
  before: null,
  after: null,
  ...part,
})

test.each([
  [{ type: 'signin_completed', payload: { method: 'google' } }, 'Signed in with Google', null],
  [{ type: 'signup_deleted', by: 'Stan Okafor', payload: { by: 'staff', staff: 2 } }, 'Signup deleted', null],
  [{ type: 'signup_deleted', payload: { by: 'champion' } }, 'Deleted the signup', null],
  [{ type: 'profile_updated', payload: { fields: ['phone', 'zip_code'] } }, 'Changed their answers', 'Phone, ZIP code'],
  [
    { type: 'device_revoked', about: 'Safari on iPhone', payload: { device: 3, reason: 'signed out' } },
    'A device was forgotten',
    'Safari on iPhone · They signed out there.',
  ],
  [
    { type: 'signin_failed', payload: { wrong_codes: 3 } },
    'A wrong sign-in code was entered',
    '3 wrong codes since the e-mail was sent.',
  ],
  [
    { type: 'signup_merged', payload: { merge: 1, sources: [7, 9], key: 'email', by: 2 } },
    'Duplicate merged into this signup',
    'Signup 7, 9. · Both had the same e-mail address.',
  ],
  [
    { type: 'letter_sent', about: 'Thank you', payload: { letter: 1, despite: 'do_not_email' } },
    'Letter sent',
    '“Thank you” · Although they do not want e-mail.',
  ],
] as const satisfies [Partial<TimelineEvent>, string, string | null][])(
  '%o is described as “%s”',
  (part, title, more) => expect(describeEvent(event(part as Partial<TimelineEvent>))).toEqual({ title, more }),
)

test.each(activityEventTypes)('%s is described in words for any payload', (type) => {
  for (const payload of [{}, { fields: 'x', wrong_codes: 'x', sources: 'x', reason: 7, method: null }])
    expect(describeEvent(event({ type, payload })).title).toMatch(/^[A-Z][^{}_]+$/)
})
