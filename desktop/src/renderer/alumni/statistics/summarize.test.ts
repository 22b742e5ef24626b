import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { expect, test } from 'vitest'
import { summarizeEvents, summarizeGroups, summarizeMonths, summarizePeople, summarizeYears } from './summarize.ts'

const noPeople = { engagements: 0, engaged: 0, engaged_alumni: 0, alumni: 0, first_time: 0, returning: 0 }
const noPart = { lapsed: 0, engagements_to_day: 0, engaged_to_day: 0, first_time_to_day: 0 }
const empty: StatsPage = {
  year: 2027,
  years: [2027],
  first_day: '2026-07-01',
  last_day: '2027-06-30',
  as_of: '2026-11-21',
  today: '2026-11-21',
  fiscal_year_start: '07-01',
  refreshed_at: '2026-11-21T10:00:00Z',
  lapsed: 0,
  this_year: noPeople,
  last_year: noPeople,
  by_year: [],
  by_month: [],
  by_activity: [],
  by_college: [],
  by_affinity: [],
  reunion_year: 2026,
  by_class: [],
  by_decade: [],
  top_events: [],
}
const busy: StatsPage = {
  ...empty,
  this_year: { engagements: 40, engaged: 20, engaged_alumni: 20, alumni: 100, first_time: 5, returning: 15 },
  by_year: [
    { year: 2027, ...noPeople, ...noPart, engagements: 40 },
    { year: 2026, ...noPeople, ...noPart, engagements: 1204 },
  ],
  by_month: [
    { month: '2026-07', this_year: 1, this_year_engaged: 1, last_year: 90, last_year_engaged: 80 },
    { month: '2026-10', this_year: 39, this_year_engaged: 20, last_year: 2, last_year_engaged: 2 },
  ],
}

test('a chart without data has a sentence without numbers', () => {
  expect([
    summarizeYears(empty),
    summarizePeople(empty),
    summarizeMonths(empty),
    summarizeGroups([], empty),
    summarizeEvents(empty),
  ]).toEqual([
    'No engagement matches the filters.',
    'No one was engaged in fiscal year 2027 so far.',
    'No engagement in fiscal year 2027 so far. Shown beside it: the whole year before.',
    'Nothing to count.',
    'Nothing to count.',
  ])
})

test('the sentences name the busiest year, the number of people and the busiest month', () => {
  expect(summarizeYears(busy)).toBe('Fiscal year 2026 had the most: 1,204.')
  expect(summarizePeople(busy)).toBe('20 people in fiscal year 2027 so far, 5 of them (25.0%) for the first time.')
  expect(summarizeMonths(busy)).toBe(
    'October was the busiest month, with 39 engagements. Shown beside it: the whole year before.',
  )
})

test('the sentences use the singular for one person, one engagement and one year', () => {
  const figures = { ...noPeople, engagements: 1, engaged: 1, returning: 1 }
  const page = { ...busy, this_year: figures, by_year: [{ year: 2027, ...figures, ...noPart }] }
  expect(summarizeYears(page)).toBe('1 engagement, all in fiscal year 2027.')
  expect(summarizePeople(page)).toBe('1 person in fiscal year 2027 so far, no one for the first time.')
})

test('the largest college may differ from the one with the largest share', () => {
  const colleges = [
    { name: 'Arts & Sciences', engagements: 30, engaged_alumni: 10, alumni: 80 },
    { name: 'Law', engagements: 10, engaged_alumni: 10, alumni: 20 },
    { name: 'No college on file', engagements: 0, engaged_alumni: 0, alumni: 0 },
  ]
  expect(summarizeGroups(colleges, busy)).toBe(
    'Arts & Sciences leads with 30 of 40 engagements (75.0%). The largest share: Law, 10 of 20 alumni, 50.0%.',
  )
})

test('a chart filtered by its own kind says that it shows one group, and how to show all', () => {
  expect(summarizeGroups([{ name: 'Law', engagements: 40, engaged_alumni: 10, alumni: 20 }], busy, true)).toBe(
    'Only Law is counted. Click its name to count all again.',
  )
})
