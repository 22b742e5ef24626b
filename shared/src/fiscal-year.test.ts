import { expect, test } from 'vitest'
import { fiscalYear, fiscalYearOf, monthsOfFiscalYear } from './fiscal-year.ts'

test.each([
  ['07-01', 2026, '2025-07-01', '2026-06-30', '2026-07-01'],
  ['10-01', 2026, '2025-10-01', '2026-09-30', '2026-10-01'],
  ['01-01', 2026, '2026-01-01', '2026-12-31', '2027-01-01'],
  ['12-31', 2026, '2025-12-31', '2026-12-30', '2026-12-31'],
  ['03-01', 2024, '2023-03-01', '2024-02-29', '2024-03-01'],
  ['03-01', 2026, '2025-03-01', '2026-02-28', '2026-03-01'],
  ['03-01', 2100, '2099-03-01', '2100-02-28', '2100-03-01'],
  ['03-01', 2000, '1999-03-01', '2000-02-29', '2000-03-01'],
  ['02-28', 2024, '2023-02-28', '2024-02-27', '2024-02-28'],
  ['02-28', 1, '0000-02-28', '0001-02-27', '0001-02-28'],
  ['07-01', 2, '0001-07-01', '0002-06-30', '0002-07-01'],
  ['01-01', 9998, '9998-01-01', '9998-12-31', '9999-01-01'],
] as const)('with a start on %s, %i is from %s to %s, before %s', (start, year, from, last, to) => {
  expect(fiscalYear(year, start)).toEqual({ from, last, to })
  expect([from, last, to].map((day) => fiscalYearOf(day, start))).toEqual([year, year, year + 1])
})

test('every day of eight years, leap days included, is within its fiscal year', () => {
  for (const start of ['01-01', '02-28', '03-01', '07-01', '10-15', '12-31']) {
    for (let time = Date.UTC(2019, 11, 25); time < Date.UTC(2028, 0, 5); time += 86_400_000) {
      const day = new Date(time).toISOString().slice(0, 10)
      const { from, last, to } = fiscalYear(fiscalYearOf(day, start), start)
      expect([start, day, from <= day && day <= last && day < to]).toEqual([start, day, true])
    }
  }
})

test.each([
  ['07-01', 2026, '2025-07', '2025-12', '2026-06'],
  ['10-15', 2026, '2025-10', '2026-03', '2026-09'],
  ['01-01', 2026, '2026-01', '2026-06', '2026-12'],
  ['12-31', 2026, '2025-12', '2026-05', '2026-11'],
] as const)('with a start on %s, %i has the months from %s by %s to %s', (start, year, first, sixth, last) => {
  const months = monthsOfFiscalYear(year, start)
  expect([months.length, months[0], months[5], months[11]]).toEqual([12, first, sixth, last])
})
