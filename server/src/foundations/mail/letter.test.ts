import { expect, test } from 'vitest'
import { readConfig } from '../process/config.ts'
import { renderLetter, quoteTitle } from './letter.ts'

const { institution } = readConfig({ INSTITUTION_NAME: 'Bayside & Sons <University>' })
const reset = {
  institution,
  heading: 'Set a new password',
  paragraphs: ['Hello <script>alert(1)</script>,', 'the link works for "one" hour.'],
  button: { label: 'Set password', url: 'https://alumni.example.edu/password-resets/abc?x=1&y=2' },
}

test('has the same content as text and as HTML', () => {
  const { text, html } = renderLetter(reset)
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

test('escapes everything that people may have written', () => {
  const { html } = renderLetter(reset)
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('<University>')
  expect(html).not.toMatch(/<img|<link|<script|\son\w+=/)
})

test('may lack a button, and links only to the web', () => {
  expect(renderLetter({ ...reset, button: undefined }).html).not.toContain('Set password')
  expect(() => renderLetter({ ...reset, button: { label: 'x', url: 'javascript:alert(1)' } })).toThrow('only to http')
})

test('has facts, a code, a second link and small print, in the same order in both forms', () => {
  const { text, html } = renderLetter({
    ...reset,
    preview: 'Saturday, at the Old Library',
    facts: [
      { label: 'When', value: 'Saturday, October 3\n6:00 PM in Boston' },
      { label: 'Where', value: 'The <Old> Library' },
    ],
    code: { label: 'Your code', digits: '482193' },
    link: { label: 'Cancel my place', url: 'https://champions.example.edu/events/homecoming' },
    closing: ['You get this letter because you said yes.'],
  })
  expect(text).toContain(`When: Saturday, October 3
6:00 PM in Boston
Where: The <Old> Library

Your code: 482193

Set password:
https://alumni.example.edu/password-resets/abc?x=1&y=2

Cancel my place:
https://champions.example.edu/events/homecoming

You get this letter because you said yes.

-- `)
  const order = [
    'Saturday, at the',
    'Hello ',
    'October 3<br>6:00',
    '&#60;Old&#62;',
    '>482193<',
    'Set pass',
    'Cancel',
    'You get',
  ]
  const places = order.map((part) => html.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(text).not.toContain('at the Old Library')
  // Only a letter that is about its link repeats the address.
  expect(html).not.toContain('Or copy this address')
  expect(renderLetter(reset).html).toContain('Or copy this address')
  expect(() => renderLetter({ ...reset, link: { label: 'x', url: 'data:text/html,x' } })).toThrow('only to http')
})

test('a text of staff is styled like the letter, and has no bare URL below its button', () => {
  const body = {
    html: '<h2>Menu</h2>\n<table><tr><th>A</th></tr></table><a href="https://x.example">x</a><hr>',
    text: 'Menu',
  }
  const { html, text } = renderLetter({ ...reset, body })
  for (const styled of ['<h2 style="', '<th style="', '<a style="color: inherit" href="https://x.example">', '<hr>'])
    expect(html).toContain(styled)
  expect(html).not.toContain('Or copy this address')
  expect(text).toContain(reset.button.url)
})

test('a quoted title includes the punctuation after it, unless it has its own', () => {
  expect([quoteTitle('Homecoming'), quoteTitle('Homecoming', ','), quoteTitle('Who comes?')]).toEqual([
    '“Homecoming.”',
    '“Homecoming,”',
    '“Who comes?”',
  ])
})
