import { expect, test } from 'vitest'
import { pluralsIn } from './plurals.ts'

const found = (code: string) => pluralsIn('a.tsx', code).map(([, words]) => words)

test('a number before a noun that is always in the plural is refused', () => {
  expect(found('`${count(n)} conflicts`; <p>{rows.length} new people</p>')).toEqual([' conflicts', ' new people'])
})

test('a maximum, and a number without a noun, are not', () => {
  expect(
    found('`${count(maxRows)} rows`; `${count(n)} of ${all}`; `${count(n)} was`; <b>{count(n)} selected</b>'),
  ).toEqual([])
})
