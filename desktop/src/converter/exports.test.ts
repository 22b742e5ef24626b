import { expect, test } from 'vitest'
import type { Person } from './conversion.ts'
import { columnsNeeded, convert, exportOf } from './testing/convert.ts'

test('Eventbrite: each checked-in guest counts once, and the day is asked because the file only has the day of the order', async () => {
  const { summary, totals, rowsFor, unmatched, asked } = await convert(exportOf('eventbrite'))
  expect([summary.format, summary.days]).toEqual(['Eventbrite', { dates: [], undated: 6 }])
  expect(totals).toEqual({
    rows: 10,
    converted: 2,
    duplicates: 1,
    notAttended: 2,
    unmatched: 5,
    broken: 0,
    reasons: { 'no-match': 1, several: 1, 'shared-address': 2, 'no-address': 1 },
  })
  expect(rowsFor()).toEqual([])
  expect(rowsFor('2026-10-03', 'Homecoming')).toEqual([
    ['B00000004', '2026-10-03', 'Homecoming'],
    ['B00000001', '2026-10-03', 'Homecoming'],
  ])
  expect(unmatched).toEqual([
    [6, 'no-match', 'Ann Lee'],
    [7, 'several', 'Mary Smith'],
    [8, 'shared-address', 'Tom Buyer'],
    [9, 'shared-address', 'Grace Friend'],
    [11, 'no-address', 'Nora Blank'],
  ])
  expect(asked).toEqual([
    'peggy.oneil@example.org',
    'jose.alvarez@example.org',
    'ann.lee@example.net',
    'smith.family@example.org',
  ])
  expect(summary.statuses.map(({ text, rows, isAttended }) => [text, rows, isAttended])).toEqual([
    ['Checked In', 8, true],
    ['Attending', 1, false],
    ['Not Attending', 1, false],
  ])
})

test('Stan identifies unmatched guests (one at a shared address, all at an unknown address) and takes it back', async () => {
  const { conversion, rowsFor } = await convert(exportOf('eventbrite'))
  const listUnmatched = () =>
    conversion.summary().unmatched.shown.map(({ id, reason, name, chosen }) => [id, reason, name, chosen?.buid])
  const before = [
    [6, 'no-match', 'Ann Lee', undefined],
    [8, 'shared-address', 'Tom Buyer', undefined],
    [9, 'shared-address', 'Grace Friend', undefined],
    [11, 'no-address', 'Nora Blank', undefined],
  ]
  expect(listUnmatched()).toEqual(before)
  const [ann, grace] = ['B00000021', 'B00000022'].map((buid) => ({ buid, display_name: 'P', class_year: null })) as [
    Person,
    Person,
  ]
  conversion.identify(6, ann)
  conversion.identify(9, grace)
  expect(listUnmatched().map(([id, , , buid]) => [id, buid])).toEqual([
    [6, ann.buid],
    [8, undefined],
    [9, grace.buid],
    [11, undefined],
  ])
  expect(conversion.totals()).toMatchObject({ rows: 10, converted: 4, unmatched: 3, reasons: { 'shared-address': 1 } })
  expect(rowsFor('2026-10-03').map(([buid]) => buid)).toEqual(['B00000004', 'B00000001', ann.buid, grace.buid])
  // A person matched in two lines is recorded once.
  conversion.identify(11, grace)
  expect(conversion.totals()).toMatchObject({ converted: 4, duplicates: 2, unmatched: 2 })
  for (const id of [6, 9, 11]) conversion.identify(id, null)
  expect(listUnmatched()).toEqual(before)
  // Ambiguous, matched and nonexistent lines cannot be identified.
  for (const id of [7, 2, 999]) conversion.identify(id, ann)
  expect(conversion.totals()).toMatchObject({ converted: 2, unmatched: 5 })
})

test('a person identified for an unknown address is recorded for both days of that address', async () => {
  const { conversion, rowsFor } = await convert(
    'Event Name,Event Date,Name,Email,Attended\nGala,2026-10-03,Ann Lee,ann@example.net,yes\nGala,2026-10-04,Ann Lee,ann@example.net,yes\n',
  )
  expect(conversion.summary().unmatched.total).toBe(1)
  conversion.identify(2, { buid: 'B00000021', display_name: 'Ann Lee', class_year: 1999 })
  expect(rowsFor(null, 'Gala')).toEqual([
    ['B00000021', '2026-10-03', 'Gala'],
    ['B00000021', '2026-10-04', 'Gala'],
  ])
})

test('Eventbrite: a file with sep=;, Windows-1252, “Surname” and wrapped numbers is read', async () => {
  const { summary, rowsFor, unmatched } = await convert(exportOf('eventbrite-germany'))
  expect([summary.format, summary.totals.rows]).toEqual(['Eventbrite', 2])
  expect(rowsFor('2026-10-03')).toEqual([['B00000004', '2026-10-03', null]])
  expect(unmatched).toEqual([[2, 'no-match', 'Jörg Müller']])
})

test('a Zoom webinar: its tables are separated, no-shows do not count, and a rejoin counts once', async () => {
  const { summary, totals, rowsFor, unmatched } = await convert(exportOf('zoom-webinar'))
  expect([summary.format, summary.events, summary.days]).toEqual([
    'Zoom webinar',
    ['Careers in Medicine'],
    { dates: ['2025-03-22'], undated: 0 },
  ])
  expect(totals).toMatchObject({ rows: 8, converted: 2, duplicates: 1, notAttended: 4, unmatched: 1, broken: 0 })
  expect(rowsFor(null, 'Careers in Medicine')).toEqual([
    ['B00000004', '2025-03-22', 'Careers in Medicine'],
    ['B00000001', '2025-03-22', 'Careers in Medicine'],
  ])
  expect(unmatched).toEqual([[20, 'no-address', '16175551234']])
  expect(summary.statuses.map(({ text, isAttended }) => [text, isAttended])).toEqual([
    ['Yes', true],
    ['No', false],
    ['Host', false],
    ['Panelist', false],
  ])
})

test('the panelists of a webinar count only if a person says so', async () => {
  const { rowsFor } = await convert(exportOf('zoom-webinar'), { statuses: { yes: true, panelist: true } })
  expect(rowsFor().map(([buid]) => buid)).toEqual(['B00000003', 'B00000004', 'B00000001'])
})

test('a Zoom meeting over midnight is one meeting on the day it started', async () => {
  const { summary, totals, rowsFor, unmatched } = await convert(exportOf('zoom-meeting'))
  expect([summary.format, summary.events, summary.days.dates]).toEqual(['Zoom meeting', ['Book club'], ['2026-09-19']])
  expect(totals).toMatchObject({ rows: 4, converted: 2, duplicates: 1, notAttended: 0, unmatched: 1 })
  expect(rowsFor().map(([, day]) => day)).toEqual(['2026-09-19', '2026-09-19'])
  expect(unmatched).toEqual([[8, 'no-address', 'iPhone']])
})

test('Google Forms: cells may have several lines, everyone who answered counts, and the day is asked', async () => {
  const { summary, totals, rowsFor, unmatched } = await convert(exportOf('google-forms'))
  expect([summary.format, summary.hasStatus, summary.days]).toEqual(['Google Forms', false, { dates: [], undated: 2 }])
  expect(totals).toMatchObject({ rows: 3, converted: 2, unmatched: 1, reasons: { 'bad-address': 1 } })
  expect(rowsFor('2026-05-28').length).toBe(2)
  expect(unmatched).toEqual([[4, 'bad-address', 'Ann']])
})

test('Luma: checked-in guests count on the day of their check-in', async () => {
  const { summary, totals, rowsFor } = await convert(exportOf('luma'))
  expect([summary.format, summary.days.dates.length, summary.days.undated]).toEqual(['Luma', 1, 0])
  expect(totals).toMatchObject({ rows: 3, converted: 1, notAttended: 2 })
  expect(rowsFor()).toEqual([['B00000004', expect.stringMatching(/^2026-06-1[01]$/), null]])
})

test('Localist: each row has its own event and day, and one unambiguous day decides how the others are read', async () => {
  const { summary, rowsFor } = await convert(exportOf('localist'))
  expect(summary.days).toEqual({ dates: ['2026-10-03', '2026-10-17'], undated: 0 })
  expect(rowsFor()).toEqual([
    ['B00000004', '2026-10-03', 'Homecoming'],
    ['B00000004', '2026-10-17', 'Reunion dinner'],
  ])
})

test('Eventbrite with buyers and attendees: the attendees count, not the buyers, and the file names the event and its day', async () => {
  const { summary, rowsFor } = await convert(exportOf('eventbrite-today'))
  expect([summary.format, summary.hasStatus]).toEqual(['Eventbrite', false])
  expect(rowsFor()).toEqual([
    ['B00000004', '2026-10-03', 'Homecoming'],
    ['B00000001', '2026-10-03', 'Homecoming'],
  ])
})

test('a Zoom meeting with two tables: the second one names the people, the first one the day', async () => {
  const { summary, rowsFor } = await convert(exportOf('zoom-meeting-today'))
  expect([summary.format, summary.events]).toEqual(['Zoom meeting', ['Book club']])
  expect(rowsFor().map(([buid, day]) => [buid, day])).toEqual([
    ['B00000004', '2026-09-19'],
    ['B00000001', '2026-09-19'],
  ])
})

test.each([
  ['cvent', 'Cvent', 'Opening dinner'],
  ['hivebrite', 'Hivebrite', null],
])('%s: attendance counts whatever the registration status says, and the day is asked', async (name, format, event) => {
  const { summary, totals, rowsFor } = await convert(exportOf(name))
  expect([summary.format, summary.days]).toEqual([format, { dates: [], undated: 1 }])
  expect(totals).toMatchObject({ rows: 2, converted: 1, notAttended: 1 })
  expect(rowsFor('2026-03-06')).toEqual([['B00000004', '2026-03-06', event]])
})

test('the columns of an unknown list are proposed without amounts of money, and remembered columns are not asked again', async () => {
  const list =
    'Guest,Full name,E-mail,Paid,Turned up,Session name\n1,Peggy,peggy.oneil@example.org,120.00,Yes,Opening dinner\n2,José,jose.alvarez@example.org,120.00,No,Opening dinner\n'
  const needed = await columnsNeeded(list)
  expect(needed.guess).toEqual({ email: 2, name: 1, eventName: 5 })
  expect([needed.hidden, needed.preview.length, JSON.stringify(needed).includes('120.00')]).toEqual([1, 2, false])
  const columns = { ...needed.guess, status: 4 }
  const findMapping = (key: string) => (key === needed.headerKey ? columns : undefined)
  const { summary, totals, rowsFor } = await convert(list, {}, { findMapping })
  expect(summary.format).toBe('Columns chosen by hand')
  expect(totals).toMatchObject({ rows: 2, converted: 1, notAttended: 1 })
  expect(rowsFor('2026-03-06')).toEqual([['B00000004', '2026-03-06', 'Opening dinner']])
})
