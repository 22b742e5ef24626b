import { describe, expect, test } from 'vitest'
import { formatChange, compareCounts, describeComparisonDay, compareShares } from './key-numbers.tsx'

const when = 'on November 21 last year'

describe('the period that figures are compared with', () => {
  test.each([
    ['2026-11-21', '2027-06-30', 'on November 21 last year'],
    ['2027-06-30', '2027-06-30', 'the year before'],
    ['2028-02-29', '2028-06-30', 'at the end of February last year'],
  ])('up to %s of a year that ends on %s: %s', (as_of, last_day, text) =>
    expect(describeComparisonDay({ as_of, last_day })).toBe(text),
  )
})

describe('numbers compared with the year before', () => {
  test.each([
    [16_254, 15_050, 'more', '1,204 more than on November 21 last year, +8%'],
    [50, 100, 'fewer', '50 fewer than on November 21 last year, −50%'],
    [0, 7, 'fewer', '7 fewer than on November 21 last year, −100%'],
    [7, 0, 'more', 'None on November 21 last year'],
    [0, 0, 'same', 'None on November 21 last year either'],
    [7, 7, 'same', 'As many as on November 21 last year'],
    [1_000_000, 1, 'more', '999,999 more than on November 21 last year, 1,000,000 times as many'],
  ])('%i after %i', (now, before, direction, text) =>
    expect(compareCounts(now, before, when)).toEqual({ direction, text }),
  )

  test('a finished year is compared as a whole', () =>
    expect(compareCounts(3, 2, 'the year before').text).toBe('1 more than the year before, +50%'))
})

describe('shares compared with the year before', () => {
  const share = (engaged_alumni: number, alumni: number) => ({ engaged_alumni, alumni })
  test.each([
    [share(25, 100), share(20, 100), 'more', '5 points more than on November 21 last year', '+5 points'],
    [share(20, 100), share(21, 100), 'fewer', '1 point less than on November 21 last year', '−1 point'],
    [share(20, 100), share(20, 80), 'fewer', '5 points less than on November 21 last year', '−5 points'],
    [share(10_004, 1_000_000), share(10_000, 1_000_000), 'same', 'The same as on November 21 last year', '0 points'],
    [share(0, 100), share(0, 100), 'same', 'None on November 21 last year either', '0 points'],
    [share(0, 0), share(0, 0), 'same', 'None on November 21 last year either', '0 points'],
  ])('%o after %o', (now, before, direction, text, short) =>
    expect(compareShares(now, before, when)).toEqual({ direction, text, short }),
  )
})

test.each([
  [108, 100, '+8%'],
  [1001, 1000, '+0.1%'],
  [996, 1000, '−0.4%'],
  [100_001, 100_000, '0%'],
  [5, 0, '–'],
  [99, 10, '+890%'],
  [120, 10, '12 times as many'],
])('from %2$i to %1$i', (now, before, text) => expect(formatChange(now, before)).toBe(text))
