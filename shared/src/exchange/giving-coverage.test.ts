import { describe, expect, test } from 'vitest'
import {
  computeCoverage,
  findLastCoveredDay,
  isLargeLoss,
  findReplacedDays,
  yearsOfWindow,
  type CoverageWindow,
} from './giving-coverage.ts'

type Case = [what: string, today: string, start: string, end: string, year: number, fate: string | number]

const resultOf = ([, today, start, end, year]: Case, fiscalYearStart: string, uploadedOn = today): string | number => {
  const { reason, gap_days } = computeCoverage(year, { start, end, uploadedOn, today }, fiscalYearStart)
  return reason ?? gap_days ?? 'replaced'
}

const cases: Record<string, Case[]> = {
  '07-01': [
    ['covered exactly', '2026-11-20', '2025-07-01', '2026-06-30', 2026, 'replaced'],
    ['covered by more', '2026-11-20', '2020-01-01', '2026-11-19', 2026, 'replaced'],
    [
      'a day late',
      '2026-11-20',
      '2025-07-02',
      '2026-06-30',
      2026,
      'The window begins on July 2, 2025, after the year’s first day.',
    ],
    [
      'the last day missing',
      '2026-11-20',
      '2025-07-01',
      '2026-06-29',
      2026,
      'The window ends on June 29, 2026, before the year’s last day.',
    ],
    ['both', '2026-11-20', '2025-07-02', '2026-06-29', 2026, 'The window covers only July 2, 2025 to June 29, 2026.'],
    [
      'the first day only',
      '2026-11-20',
      '2025-07-01',
      '2025-07-01',
      2026,
      'The window ends on July 1, 2025, before the year’s last day.',
    ],
    [
      'ends the day before it',
      '2026-11-20',
      '2024-07-01',
      '2025-06-30',
      2026,
      'The window does not include this year.',
    ],
    [
      'begins the day after it',
      '2026-11-20',
      '2026-07-01',
      '2026-11-20',
      2026,
      'The window does not include this year.',
    ],
    ['finished yesterday, to its last day', '2026-07-01', '2025-07-01', '2026-06-30', 2026, 'replaced'],
    [
      'finished yesterday, a day short',
      '2026-07-01',
      '2025-07-01',
      '2026-06-29',
      2026,
      'The window ends on June 29, 2026, before the year’s last day.',
    ],
    ['in progress to today', '2026-11-20', '2026-07-01', '2026-11-20', 2027, 0],
    ['14 days', '2026-11-20', '2026-07-01', '2026-11-06', 2027, 14],
    ['15 days', '2026-11-20', '2026-07-01', '2026-11-05', 2027, 15],
    ['45 days', '2026-11-20', '2026-07-01', '2026-10-06', 2027, 45],
    [
      '46 days',
      '2026-11-20',
      '2026-07-01',
      '2026-10-05',
      2027,
      'The window ends on October 5, 2026, 46 days ago. A year in progress must be covered to within 45 days of today.',
    ],
    [
      'in progress, a day late',
      '2026-11-20',
      '2026-07-02',
      '2026-11-20',
      2027,
      'The window begins on July 2, 2026, after the year’s first day.',
    ],
    [
      'in progress, late and long ago',
      '2026-11-20',
      '2026-07-02',
      '2026-10-05',
      2027,
      'The window covers only July 2, 2026 to October 5, 2026.',
    ],
    [
      'its first day, not covered',
      '2026-07-01',
      '2025-07-01',
      '2026-06-30',
      2027,
      'The window does not include this year.',
    ],
    ['its first day, covered', '2026-07-01', '2025-07-01', '2026-07-01', 2027, 0],
    ['its last day, covered to it', '2026-06-30', '2025-07-01', '2026-06-30', 2026, 0],
    ['its last day, 45 days short', '2026-06-30', '2025-07-01', '2026-05-16', 2026, 45],
    [
      'its last day, 46 days short',
      '2026-06-30',
      '2025-07-01',
      '2026-05-15',
      2026,
      'The window ends on May 15, 2026, 46 days ago. A year in progress must be covered to within 45 days of today.',
    ],
    ['a window into the future counts to today', '2026-11-20', '2026-07-01', '2027-06-30', 2027, 0],
    ['a year to come', '2026-11-20', '2026-07-01', '2028-06-30', 2028, 'The year has not started.'],
    [
      'a window of the future',
      '2026-11-20',
      '2027-07-01',
      '2028-06-30',
      2027,
      'The window does not include this year.',
    ],
    ['a leap year’s gap: 14 days over 29 February', '2028-03-07', '2027-07-01', '2028-02-22', 2028, 14],
    ['the same days of a common year', '2027-03-07', '2026-07-01', '2027-02-21', 2027, 14],
  ],
  '03-01': [
    ['a leap year to 29 February', '2024-11-20', '2023-03-01', '2024-02-29', 2024, 'replaced'],
    [
      'a leap year to 28 February',
      '2024-11-20',
      '2023-03-01',
      '2024-02-28',
      2024,
      'The window ends on February 28, 2024, before the year’s last day.',
    ],
    ['a common year to 28 February', '2023-11-20', '2022-03-01', '2023-02-28', 2023, 'replaced'],
    ['in progress on 29 February', '2024-02-29', '2023-03-01', '2024-02-15', 2024, 14],
  ],
  '01-01': [
    ['the calendar year', '2026-11-20', '2025-01-01', '2025-12-31', 2025, 'replaced'],
    [
      'without New Year’s Eve',
      '2026-11-20',
      '2025-01-01',
      '2025-12-30',
      2025,
      'The window ends on December 30, 2025, before the year’s last day.',
    ],
    ['in progress on New Year’s Eve', '2026-12-31', '2026-01-01', '2026-12-31', 2026, 0],
    [
      'on New Year’s Day',
      '2027-01-01',
      '2026-01-01',
      '2026-12-30',
      2026,
      'The window ends on December 30, 2026, before the year’s last day.',
    ],
  ],
  '10-01': [
    ['finished', '2026-10-01', '2025-10-01', '2026-09-30', 2026, 'replaced'],
    ['in progress', '2026-11-20', '2026-10-01', '2026-11-01', 2027, 19],
  ],
  '12-31': [['one day of the calendar year before', '2026-12-31', '2025-12-31', '2026-12-30', 2026, 'replaced']],
}

describe.each(Object.entries(cases))('fiscal years that start on %s', (fiscalYearStart, ofStart) => {
  test.each(ofStart)('%s: on %s, %s to %s, %i → %s', (...args) => {
    expect(resultOf(args, fiscalYearStart)).toBe(args[5])
  })
})

test('an untouched year is exported again from its first day', () => {
  const window = { start: '2024-08-01', end: '2026-06-30', uploadedOn: '2026-11-20', today: '2026-11-20' }
  expect([2025, 2026, 2027].map((year) => computeCoverage(year, window, '07-01').repull_from)).toEqual([
    '2024-07-01',
    null,
    '2026-07-01',
  ])
})

test('a file covers no day after its upload', () => {
  const window = { start: '2025-07-01', end: '2026-07-31', uploadedOn: '2026-06-29', today: '2026-07-02' }
  expect(findLastCoveredDay(window)).toBe('2026-06-29')
  expect(computeCoverage(2026, window, '07-01').reason).toBe(
    'The window ends on June 29, 2026, before the year’s last day.',
  )
  expect(computeCoverage(2026, { ...window, uploadedOn: '2026-06-30' }, '07-01').reason).toBeNull()
})

test.each([
  ['2023-07-01', '2026-06-30', [2024, 2025, 2026]],
  ['2023-06-30', '2023-07-01', [2023, 2024]],
  ['2023-07-01', '2023-07-01', [2024]],
  ['2026-07-01', '2023-07-01', []],
])('%s to %s overlaps %j', (start, end, years) => expect(yearsOfWindow({ start, end }, '07-01')).toEqual(years))

describe('the days that are replaced', () => {
  const daysOf = (start: string, end: string) => {
    const window: CoverageWindow = { start, end, uploadedOn: '2026-11-20', today: '2026-11-20' }
    return findReplacedDays(
      yearsOfWindow(window, '07-01').map((year) => computeCoverage(year, window, '07-01')),
      window,
    )
  }
  test.each([
    ['2023-07-01', '2025-06-30', { from: '2023-07-01', to: '2025-06-30' }],
    ['2023-01-01', '2026-01-31', { from: '2023-07-01', to: '2025-06-30' }],
    ['2025-07-01', '2026-11-10', { from: '2025-07-01', to: '2026-11-10' }],
    ['2026-07-01', '2027-06-30', { from: '2026-07-01', to: '2026-11-20' }],
    ['2025-07-01', '2026-09-30', { from: '2025-07-01', to: '2026-06-30' }],
    ['2025-07-02', '2026-06-30', null],
  ])('from %s to %s are %j', (start, end, days) => expect(daysOf(start, end)).toEqual(days))
})

test.each([
  [0, 0, false],
  [0, 10, false],
  [1, 1, false],
  [1, 0, true],
  [5, 4, false],
  [4, 3, true],
  [100, 80, false],
  [100, 79, true],
  [1_000_000, 800_000, false],
  [1_000_000, 799_999, true],
  [10, 20, false],
])('from %i donors to %i is a large loss: %s', (before, after, isTooGreat) =>
  expect(isLargeLoss(before, after)).toBe(isTooGreat),
)
