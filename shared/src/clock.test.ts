import { expect, test } from 'vitest'
import { formatClock, withPeriods } from './clock.ts'

const normalizeSpaces = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  ['2026-10-03T22:00:00Z', '2026-10-04T00:00:00Z', 'America/New_York', 'Saturday, October 3, 2026, 6–8 p.m. ET'],
  [
    '2026-10-03T14:30:00Z',
    '2026-10-03T17:00:00Z',
    'America/New_York',
    'Saturday, October 3, 2026, 10:30 a.m. – 1 p.m. ET',
  ],
  ['2026-12-05T19:00:00Z', undefined, 'America/Los_Angeles', 'Saturday, December 5, 2026, 11 a.m. PT'],
  ['2026-12-05T18:15:00Z', undefined, 'Europe/Dublin', 'Saturday, December 5, 2026, 6:15 p.m. Ireland Time'],
  ['2026-12-05T05:00:00Z', undefined, 'America/New_York', 'Saturday, December 5, 2026, 12 a.m. ET'],
  ['2026-12-05T18:00:00Z', undefined, 'UTC', 'Saturday, December 5, 2026, 6 p.m. GMT'],
])('%s until %s in %s is formatted as %s', (start, end, zone, text) => {
  expect(normalizeSpaces(formatClock(start, end, zone))).toBe(text)
})

test('a range over midnight names both days, and a day without times only the day', () => {
  const text = normalizeSpaces(formatClock('2026-10-04T00:00:00Z', '2026-10-04T06:00:00Z', 'America/New_York'))
  expect(text).toMatch(/^Saturday, October 3, 2026, 8 p\.m\. ET – Sunday, October 4, 2026, 2 a\.m\. ET$/)
  expect(formatClock('2026-10-04T02:00:00Z', undefined, 'America/New_York', 'date')).toBe('October 3, 2026')
  expect(normalizeSpaces(formatClock('2026-10-04T02:05:00Z', undefined, 'America/New_York', 'time'))).toBe('10:05 p.m.')
})

test('a.m. and p.m. get their periods after any space, and words are unchanged', () => {
  expect(withPeriods('11:00\u202fAM – 1:00\u00a0PM EST')).toBe('11:00\u202fa.m. – 1:00\u00a0p.m. EST')
  expect(withPeriods('FM radio, AM 3 PMs')).toBe('FM radio, AM 3 PMs')
})
