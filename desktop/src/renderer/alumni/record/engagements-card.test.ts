import { expect, test } from 'vitest'
import { buildYearBars, formatYearsCaption } from './engagements-card.tsx'

const years = (...all: number[]) => all.map((year) => ({ year, engagements: year % 100 }))
const barTexts = (...args: Parameters<typeof buildYearBars>) =>
  buildYearBars(...args).map(({ key, values, isChosen }) => `${key} ${values.engagements}${isChosen ? ' chosen' : ''}`)

test('a year without engagements has a bar of zero', () => {
  expect(barTexts(years(2024, 2022), undefined)).toEqual(['2022 22', '2023 0', '2024 24'])
  expect(barTexts(years(2024), 2024)).toEqual(['2024 24 chosen'])
  expect(barTexts([], undefined)).toEqual([])
})

test('at most twelve years are shown: the latest ones, or those up to an earlier chosen year', () => {
  expect(buildYearBars(years(2024, 1980), undefined).map(({ key }) => key)).toEqual(
    Array.from({ length: 12 }, (_, index) => String(2013 + index)),
  )
  expect(buildYearBars(years(2024, 1980), 1980)).toMatchObject([{ key: '1980', isChosen: true }])
  expect(
    buildYearBars(years(2024, 1980), 2001)
      .map(({ key }) => key)
      .at(-1),
  ).toBe('2001')
})

test('the chart says that its years are fiscal years and that the current one is unfinished', () => {
  const bars = buildYearBars(years(2025, 2027), undefined, 2027)
  expect(bars.map(({ description, unfinished }) => [description, unfinished])).toEqual([
    ['Fiscal year 2025: 25 engagements', undefined],
    ['Fiscal year 2026: 0 engagements', undefined],
    ['Fiscal year 2027 so far: 27 engagements', ['engagements']],
  ])
  expect(formatYearsCaption('07-01', 2027, bars)).toBe('By fiscal year, July 1 to June 30; 2027 so far')
  expect(formatYearsCaption('07-01', 2027, bars.slice(0, 1))).toBe('By fiscal year, July 1 to June 30')
})
