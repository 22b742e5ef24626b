import { noCounts } from '@alumni/shared/exchange/imports'
import { describe, expect, it, test } from 'vitest'
import { describeFindings, findStep, describeUndoEffects, formatUndoLabel, formatWrittenRecords } from './summary.ts'

test('findings of a scan are listed only if there are any, with the number of lines', () => {
  expect(describeFindings({ findings: null, columns: [] })).toEqual([])
  expect(
    describeFindings({ findings: { slashed_dates: 0, blank_extra_cells: 0, own_list: false }, columns: [] }),
  ).toEqual([])
  expect(describeFindings({ findings: { slashed_dates: 1, blank_extra_cells: 1200 }, columns: [] })).toEqual([
    'Dates with slashes in 1 line were read as month/day/year: 5/9/2008 is May 9, 2008.',
    '1,200 lines have blank cells after the last column; these cells were ignored.',
  ])
})

test('damaged and ignored lines and the order of dates are described', () => {
  const findings = { slashed_dates: 2, blank_extra_cells: 0, ruined_cells: 3, left_out_cells: 1, own_list: true }
  const columns = [{ header: 'Since', field: 'deceased', by_hand: false, day_first: true }]
  expect(describeFindings({ findings, columns })).toEqual([
    'This is a list of alumni from this service. Columns made for the list, such as the full name, are not read.',
    '1 address or phone number left out of the list stays as it is on file.',
    '3 cells were damaged by a spreadsheet or the wrong encoding, such as #N/A or 6.17E+09. What is on file there stays.',
    'Dates with slashes in 2 lines were read as day/month/year: 5/9/2008 is September 5, 2008.',
  ])
})

test('a second table is named first', () => {
  const findings = { slashed_dates: 0, blank_extra_cells: 0, second_table_line: 1204 }
  expect(describeFindings({ findings, columns: [] })).toEqual([
    'Another table begins in line 1,204, with its own columns. Its lines are skipped: upload it as a separate file.',
  ])
})

test('an undo counts its records apart from those exchanged with the CRM, so that its number equals the import’s', () => {
  const counts = { ...noCounts, rows: 481, changed: 481, removed: 0 }
  expect(formatWrittenRecords({ ...counts, rows: 480, exchange: 0 })).toBe('480 records')
  expect(formatWrittenRecords({ ...counts, exchange: 1 })).toBe('480 records and 1 CRM change or conflict')
  expect(describeUndoEffects({ ...counts, exchange: 1 }, true)).toBe(
    '481 were restored, 1 CRM change or conflict among them',
  )
  expect(formatUndoLabel({ ...counts, exchange: 1 })).toBe('Restore 481 records and CRM changes')
})

const failedBatch = {
  section: 'Failed',
  counts: null,
  results: null,
  progress: { phase: 'scanning', done: 0, total: 0 },
} as const

describe('the step at which a batch stopped', () => {
  it('is the scan if nothing has been counted', () => expect(findStep(failedBatch)).toBe('Scanning'))
  it('is the review if only the scan has counted', () =>
    expect(findStep({ ...failedBatch, counts: noCounts })).toBe('Review'))
  it('is the import if rows were being written', () =>
    expect(
      findStep({ ...failedBatch, counts: noCounts, progress: { phase: 'importing', done: 500, total: 900 } }),
    ).toBe('Importing'))
  it('is the section of a batch that is in progress', () =>
    expect(findStep({ ...failedBatch, section: 'Review' })).toBe('Review'))
})
