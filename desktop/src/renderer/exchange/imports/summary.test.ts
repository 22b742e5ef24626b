import { noCounts } from '@alumni/shared/exchange/imports'
import { describe, expect, it, test } from 'vitest'
import { findingsOf, stepOf } from './summary.ts'

test('what a scan noticed is said only where there is something, with the number of lines', () => {
  expect(findingsOf({ findings: null })).toEqual([])
  expect(findingsOf({ findings: { slashed_dates: 0, blank_extra_cells: 0 } })).toEqual([])
  expect(findingsOf({ findings: { slashed_dates: 1, blank_extra_cells: 1200 } })).toEqual([
    'Dates with slashes in 1 line were read as month/day/year: 5/9/2008 is May 9, 2008.',
    '1,200 lines end in blank cells beyond the header; these cells were left out.',
  ])
})

const ended = {
  section: 'Failed',
  counts: null,
  results: null,
  progress: { phase: 'scanning', done: 0, total: 0 },
} as const

describe('the step at which a batch has ended', () => {
  it('is the scan while nothing is counted', () => expect(stepOf(ended)).toBe('Scanning'))
  it('is the review when only the scan has counted', () =>
    expect(stepOf({ ...ended, counts: noCounts })).toBe('Review'))
  it('is the import when rows were being written', () =>
    expect(stepOf({ ...ended, counts: noCounts, progress: { phase: 'importing', done: 500, total: 900 } })).toBe(
      'Importing',
    ))
  it('is the section of a batch that goes on', () => expect(stepOf({ ...ended, section: 'Review' })).toBe('Review'))
})
