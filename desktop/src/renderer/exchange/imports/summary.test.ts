import { expect, test } from 'vitest'
import { findingsOf } from './summary.ts'

test('what a scan noticed is said only where there is something, with the number of lines', () => {
  expect(findingsOf({ findings: null })).toEqual([])
  expect(findingsOf({ findings: { slashed_dates: 0, blank_extra_cells: 0 } })).toEqual([])
  expect(findingsOf({ findings: { slashed_dates: 1, blank_extra_cells: 1200 } })).toEqual([
    'Dates with slashes in 1 line were read as month/day/year: 5/9/2008 is May 9, 2008.',
    '1,200 lines end in blank cells beyond the header; these cells were left out.',
  ])
})
