import { expect, test } from 'vitest'
import { formatInYear, findUnfinishedYear, formatToDay, selectYears } from './summarize.ts'

const year = (year: number, engagements = 1) => ({
  year,
  engagements,
  engaged: engagements,
  engaged_alumni: engagements,
  alumni: engagements,
  first_time: 0,
  returning: engagements,
  lapsed: 0,
  engagements_to_day: engagements,
  engaged_to_day: engagements,
  first_time_to_day: 0,
})
const selectedYears = (years: number[], selectedYear: number) =>
  selectYears(
    years.map((item) => year(item)),
    selectedYear,
  ).map((item) => `${item.year}:${item.engagements}`)

test('years are sorted, and a year without engagements has zero', () => {
  expect(selectedYears([2027, 2024, 2025], 2027)).toEqual(['2024:1', '2025:1', '2026:0', '2027:1'])
})

test('the selected year is shown even without engagements', () => {
  expect(selectedYears([2025], 2027)).toEqual(['2025:1', '2026:0', '2027:0'])
  expect(selectedYears([], 2027)).toEqual(['2027:0'])
})

test('the last ten years are shown, or the ten up to an earlier selected year', () => {
  const all = Array.from({ length: 40 }, (_, i) => 1988 + i)
  expect(selectedYears(all, 2027).map((item) => item.slice(0, 4))).toEqual([
    '2018',
    '2019',
    '2020',
    '2021',
    '2022',
    '2023',
    '2024',
    '2025',
    '2026',
    '2027',
  ])
  expect(selectedYears(all, 2001).at(-1)).toBe('2001:1')
  expect(selectedYears(all, 2001)).toHaveLength(10)
  expect(selectedYears(all, 1990)).toEqual(['1988:1', '1989:1', '1990:1'])
})

test('the current year is described as “so far”', () => {
  expect(formatInYear({ year: 2027, as_of: '2026-11-21', last_day: '2027-06-30' })).toBe('in fiscal year 2027 so far')
  expect(formatInYear({ year: 2026, as_of: '2026-06-30', last_day: '2026-06-30' })).toBe('in fiscal year 2026')
})

test('the current year is unfinished until its last day', () => {
  expect(findUnfinishedYear({ today: '2026-11-21', fiscal_year_start: '07-01' })).toBe(2027)
  expect(findUnfinishedYear({ today: '2027-06-30', fiscal_year_start: '07-01' })).toBeUndefined()
  expect(formatToDay({ today: '2026-11-21' })).toBe('to November 21')
  expect(formatToDay({ today: '2028-02-29' })).toBe('to the end of February')
})
