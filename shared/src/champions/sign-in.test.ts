import { expect, test } from 'vitest'
import { codeForm, mailboxOf } from './sign-in.ts'

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

test.each(['123456', ' 123 456 ', '123-456', '123–456', '１２３４５６', '1 2 3 4 5 6'])('%j is a code', (code) =>
  expect(codeForm.parse({ code }).code).toBe('123456'),
)
