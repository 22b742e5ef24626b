import { expect, test } from 'vitest'
import { loginRequest, passwordResetRequest } from '../staff/accounts.ts'
import { confirmTotpRequest } from '../staff/second-factor.ts'
import { inviteRequest } from '../staff/users.ts'
import { codeForm, mailboxOf, profileLinkForm } from './sign-in.ts'
import { emailCheck } from './sign-up.ts'
import { emailField } from './form-fields.ts'

test.each([
  ['rosa@gmail.com', 'Gmail'],
  [' Rosa@GoogleMail.com ', 'Gmail'],
  ['rosa@hotmail.com', 'Outlook'],
  ['rosa@yahoo.com', 'Yahoo Mail'],
  ['rosa@me.com', 'iCloud Mail'],
  ['rosa@pm.me', 'Proton Mail'],
  ['rosa@gmail.com.example.org', undefined],
  ['gmail.com@example.org', undefined],
  ['rosa@example.edu', undefined],
  ['', undefined],
])('the mail of %j is read at %s', (email, name) => expect(mailboxOf(email)?.name).toBe(name))

test('addresses and codes are read without zero-width characters, in each way to sign in', () => {
  const email = '\u200bpeggy.oneil\u00ad@example.org\u202c '
  const read = 'peggy.oneil@example.org'
  expect(profileLinkForm.parse({ email }).email).toBe(read)
  expect(emailField.parse(email)).toBe(read)
  expect(emailCheck.parse({ email })).toMatchObject({ email: `${read} ` })
  expect(loginRequest.parse({ email, password: 'x' }).email).toBe(read)
  expect(passwordResetRequest.parse({ email }).email).toBe(read)
  expect(inviteRequest.parse({ name: 'Peggy', email, role: 'viewer' }).email).toBe(read)
  expect(confirmTotpRequest.parse({ code: '\u200b123456' }).code).toBe('123456')
})

test.each(['123456', ' 123 456 ', '123-456', '123–456', '１２３４５６', '1 2 3 4 5 6', '\u202a123\u200b456\u202c'])(
  '%j is read as a code',
  (code) => expect(codeForm.parse({ code }).code).toBe('123456'),
)
