import { expect, test } from 'vitest'
import { compareLines } from './product-lines.ts'

test('a room may shrink, and may grow only by raises with a reason', () => {
  const limits = { alumni: { lines: 100 }, staff: { lines: 50, raises: [{ by: 10, for: 'passkeys' }] } }
  expect(compareLines(limits, { alumni: 90, staff: 60 })).toEqual([])
  expect(compareLines(limits, { alumni: 101, staff: 61, morning: 5 })).toEqual([
    expect.stringMatching(/^alumni has 101 lines, and the limit is 100/),
    expect.stringMatching(/^staff has 61 lines, and the limit is 60/),
    expect.stringMatching(/^morning is not in /),
  ])
})
