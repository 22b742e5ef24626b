import { expect, test } from 'vitest'
import { formatCompact, formatPercent } from './numbers.ts'

test.each([
  [0, '0'],
  [1, '1'],
  [9_999, '9,999'],
  [10_000, '10K'],
  [12_345, '12.3K'],
  [999_999, '1M'],
  [1_000_000, '1M'],
  [3_049_999, '3M'],
])('%i is shortened for a label: %s', (value, text) => expect(formatCompact(value)).toBe(text))

test.each([
  [0, 0, '–'],
  [0, 10, '0.0%'],
  [1, 3, '33.3%'],
  [10, 10, '100.0%'],
  [1, 1_000_000, 'less than 0.1%'],
  [501, 1_000_000, '0.1%'],
  [12, 10, '120.0%'],
])('the share of %i in %i is %s', (part, total, text) => expect(formatPercent(part, total)).toBe(text))
