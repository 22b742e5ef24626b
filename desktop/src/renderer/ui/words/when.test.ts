import { expect, it } from 'vitest'
import { rowDateWords } from './when.tsx'

it('a date of a row has its year only if it is another one', () => {
  const year = new Date().getFullYear()
  expect(rowDateWords(`${year}-11-21`)).toBe('Nov 21')
  expect(rowDateWords('2019-11-21')).toBe('Nov 21, 2019')
  expect(rowDateWords('2019-11-21T03:00:00Z', 'America/New_York')).toBe('Nov 20, 2019')
})
