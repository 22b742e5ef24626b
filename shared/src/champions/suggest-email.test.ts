import { expect, test } from 'vitest'
import { suggestEmail } from './suggest-email.ts'

test.each([
  ['mei@gmial.com', 'mei@gmail.com'],
  ['mei@gmal.com', 'mei@gmail.com'],
  ['mei@gmaill.com', 'mei@gmail.com'],
  ['mei@gmail.con', 'mei@gmail.com'],
  ['mei@gmail.co', 'mei@gmail.com'],
  ['Mei.Lin@Gnail.com ', 'Mei.Lin@gmail.com'],
  ['mei@hotmial.com', 'mei@hotmail.com'],
  ['mei@outlok.com', 'mei@outlook.com'],
  ['mei@yaho.com', 'mei@yahoo.com'],
  ['mei@iclould.com', 'mei@icloud.com'],
])('%s: did you mean %s?', (email, suggestion) => expect(suggestEmail(email)).toBe(suggestion))

test.each([
  'mei@gmail.com',
  'mei@GMAIL.com',
  'mei@ymail.com',
  'mei@mail.com',
  'mei@gmx.com',
  'mei@bayside.edu',
  'mei@yahoo.co.uk',
  'mei@me.co',
  'mei',
  '@',
  '',
])('no other address is suggested for “%s”', (email) => expect(suggestEmail(email)).toBeNull())
