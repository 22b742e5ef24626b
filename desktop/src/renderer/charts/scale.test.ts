import { expect, test } from 'vitest'
import { highest, lengthOf, totalOf } from './scale.ts'

test('a stack is as high as its parts together, bars beside one another as the highest of them', () => {
  expect(highest([[3, 4], [6, 0]], 'stacked')).toBe(7)
  expect(highest([[3, 4], [6, null]], 'beside')).toBe(6)
})

test('no columns, empty columns and unknown values have no height', () => {
  expect([highest([], 'stacked'), highest([[]], 'beside'), highest([[null], [0]], 'beside'), totalOf([null, 2])]).toEqual([0, 0, 0, 2])
})

test.each([
  [0, 10, '0'],
  [null, 10, '0'],
  [5, 0, '0'],
  [-1, 10, '0'],
  [5, 10, 'max(2px, 50.00%)'],
  [1, 1_000_000, 'max(2px, 0.00%)'],
  [1_000_000, 1_000_000, 'max(2px, 100.00%)'],
])('%s of %s is drawn as %s: what is not nothing can be seen', (value, top, length) => {
  expect(lengthOf(value, top)).toBe(length)
})
