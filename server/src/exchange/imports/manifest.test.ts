import { expect, test } from 'vitest'
import { rowOfLine } from './manifest.ts'

test('a row of a manifest of v0.3.1, whose values are one text, is read as one of today', () => {
  const decided = { line: 2, outcome: 'unchanged', reason: 'Odd.', key: 'B00000001', name: '' }
  const earlier = { ...decided, text: 'B00000001\u007f\u007fPeggy', keep: [1], notes: ['Odd.'] }
  const today = { ...decided, values: ['B00000001', null, 'Peggy'], kept: [1], warnings: ['Odd.'] }
  expect(rowOfLine(JSON.stringify(earlier))).toEqual(today)
  expect(rowOfLine(JSON.stringify(today))).toEqual(today)
  const skipped = { line: 3, outcome: 'skipped', reason: 'BUID is blank.', key: '', name: '' }
  expect(rowOfLine(JSON.stringify(skipped))).toEqual({ ...skipped, values: [] })
})

test('the note of a row of v0.4.0 says how its result differs', () => {
  const decided = { line: 2, outcome: 'skipped', reason: null, key: 'B00000001', name: '', values: [] }
  const difference = 'Reviewed as new; the data had changed since, so it was skipped.'
  expect(rowOfLine(JSON.stringify({ ...decided, note: difference }))).toEqual({ ...decided, difference })
})
