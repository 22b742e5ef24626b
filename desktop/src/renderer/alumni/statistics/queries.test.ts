import { expect, test } from 'vitest'
import { hasFilters, statisticsSearch, toggleFilter, describeUnknownFilters } from './queries.ts'

test('invalid values stay in the URL, so that the server can explain them', () => {
  expect(statisticsSearch.parse({ year: 'soon', college: ' CAS ', activity: '', page: '3' })).toEqual({
    year: 'soon',
    college: 'CAS',
  })
})

test('pressing a bar sets its filter and keeps the others; pressing it again clears it', () => {
  const law = toggleFilter({ year: '2026' }, 'college', 'LAW')
  expect(law).toEqual({ year: '2026', college: 'LAW' })
  expect(toggleFilter(law, 'college', 'CAS')).toEqual({ year: '2026', college: 'CAS' })
  expect(hasFilters(toggleFilter({ college: 'LAW' }, 'college', 'LAW'))).toBe(false)
})

test('unknown codes are reported, but years never are', () => {
  const choices = { colleges: [{ code: 'LAW', name: 'School of Law' }], activities: [], affinities: [] }
  expect([...describeUnknownFilters({ year: '1950', college: 'LAW', activity: 'nap' }, choices)]).toEqual([
    ['activity', 'The list of activities has no code nap.'],
  ])
})
