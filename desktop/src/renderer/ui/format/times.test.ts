import { expect, it } from 'vitest'
import { formatShortDate } from './times.tsx'

it('a date in a row shows its year only if it is not the current one', () => {
  const year = new Date().getFullYear()
  expect(formatShortDate(`${year}-11-21`)).toBe('Nov 21')
  expect(formatShortDate('2019-11-21')).toBe('Nov 21, 2019')
  expect(formatShortDate('2019-11-21T03:00:00Z', 'America/New_York')).toBe('Nov 20, 2019')
})
