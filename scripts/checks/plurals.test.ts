import { expect, test } from 'vitest'
import { pluralsIn } from './plurals.ts'

const findWords = (code: string) => pluralsIn('a.tsx', code).map(([, words]) => words)

test('a number before a noun that is always plural is refused', () => {
  expect(findWords('`${formatNumber(n)} conflicts`; <p>{rows.length} new people</p>')).toEqual([
    ' conflicts',
    ' new people',
  ])
})

test('a maximum, and a number without a noun, are allowed', () => {
  expect(
    findWords(
      '`${formatNumber(maxRows)} rows`; `${formatNumber(n)} of ${all}`; `${formatNumber(n)} was`; <b>{formatNumber(n)} selected</b>',
    ),
  ).toEqual([])
})
