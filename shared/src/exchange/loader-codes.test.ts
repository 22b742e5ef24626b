import { expect, test } from 'vitest'
import { passingCodes, refusalWords } from './loader-codes.ts'

test.each([
  [
    'STRING_TOO_LONG:data value too large: Raleigh (max length=4):City --',
    'A value is too long for its field in the CRM',
    false,
  ],
  [
    'INVALID_EMAIL_ADDRESS: Email: invalid email address: a@b:Email --',
    'The CRM does not accept this e-mail address',
    false,
  ],
  [
    'UNABLE_TO_LOCK_ROW:unable to obtain exclusive access',
    'Someone changed the contact in the CRM at the same moment',
    true,
  ],
  ['ENTITY_IS_DELETED', 'The contact was deleted in the CRM', false],
])('%s is in words', (rejection, words, isPassing) => {
  expect(refusalWords(rejection)).toEqual({ words, isPassing })
})

test.each(['INVALID_COUNTRY: choose one', 'no', '', 'constructor', 'The city is too long: STRING_TOO_LONG'])(
  '“%s” is no code that is known, and stands as it is',
  (rejection) => expect(refusalWords(rejection)).toBeNull(),
)

test('what passes is not held against the values', () => {
  expect(passingCodes).toEqual(expect.arrayContaining(['UNABLE_TO_LOCK_ROW', 'REQUEST_LIMIT_EXCEEDED']))
})
