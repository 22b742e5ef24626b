import { expect, test } from 'vitest'
import { emptyReach } from '@alumni/shared/champions/contact-preferences'
import { describeLeftOut, describeReach } from './describe-reach.ts'

test.each([
  [
    { deceased: 2, do_not_contact: 4, do_not_email: 2, no_email: 1, may_be_emailed: 1049 },
    '1,049 can be e-mailed, 1 has no e-mail, 6 opted out and 2 are deceased',
  ],
  [{ ...emptyReach, may_be_emailed: 1 }, '1 can be e-mailed'],
  [{ ...emptyReach, deceased: 1 }, '0 can be e-mailed and 1 is deceased'],
])('%j is described in words', (reach, text) => expect(describeReach(reach)).toBe(text))

test('the text is empty if no one is left out', () =>
  expect(describeLeftOut({ ...emptyReach, may_be_emailed: 3 })).toBe(''))
