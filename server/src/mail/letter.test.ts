import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { letter } from './letter.ts'

const { institution } = readConfig({ INSTITUTION_NAME: 'Bayside & Sons <University>' })
const reset = {
  institution,
  heading: 'Set a new password',
  paragraphs: ['Hello <script>alert(1)</script>,', 'the link works for "one" hour.'],
  button: { label: 'Set password', url: 'https://alumni.example.edu/password-resets/abc?x=1&y=2' },
}

test('says the same in text and in HTML', () => {
  const { text, html } = letter(reset)
  expect(text).toBe(`Set a new password

Hello <script>alert(1)</script>,

the link works for "one" hour.

Set password:
https://alumni.example.edu/password-resets/abc?x=1&y=2

-- 
Bayside & Sons <University>
alumni@example.edu`)
  for (const part of ['Set a new password', 'the link works for', 'alumni@example.edu', '<html lang="en">', '<title>'])
    expect(html).toContain(part)
  expect(html.match(/password-resets\/abc\?x=1&#38;y=2/g)).toHaveLength(2)
})

test('escapes everything that a person may have written', () => {
  const { html } = letter(reset)
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('<University>')
  expect(html).not.toMatch(/<img|<link|<script|\son\w+=/)
})

test('needs no button, and links only to the web', () => {
  expect(letter({ ...reset, button: undefined }).html).not.toContain('Set password')
  expect(() => letter({ ...reset, button: { label: 'x', url: 'javascript:alert(1)' } })).toThrow('only to http')
})
