import { expect, test } from 'vitest'
import { hasFilters, statisticsSearch, toggleFilter, describeUnknownFilters } from './queries.ts'

test('what stands in the address is kept as it is, so that the server can say what is wrong with it', () => {
  expect(statisticsSearch.parse({ year: 'soon', college: ' CAS ', activity: '', page: '3' })).toEqual({
    year: 'soon',
    college: 'CAS',
  })
})

test('pressing a bar takes its filter and keeps the others; pressing it again lets it go', () => {
  const law = toggleFilter({ year: '2026' }, 'college', 'LAW')
  expect(law).toEqual({ year: '2026', college: 'LAW' })
  expect(toggleFilter(law, 'college', 'CAS')).toEqual({ year: '2026', college: 'CAS' })
  expect(hasFilters(toggleFilter({ college: 'LAW' }, 'college', 'LAW'))).toBe(false)
})

test('a code that nobody offers is called so; a year is never one', () => {
  const choices = { colleges: [{ code: 'LAW', name: 'School of Law' }], activities: [], affinities: [] }
  expect([...describeUnknownFilters({ year: '1950', college: 'LAW', activity: 'nap' }, choices)]).toEqual([
    ['activity', 'The list of activities has no code nap.'],
  ])
})
