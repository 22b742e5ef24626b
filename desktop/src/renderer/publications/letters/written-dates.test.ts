import { expect, test } from 'vitest'
import { describeWrittenDates, markWrittenDates } from './written-dates.tsx'

test('dates copied from the earlier letter are marked in the text of a reminder, but not in addresses', () => {
  const reminder = {
    written_dates: { words: ['Friday', 'Nov 20'], at: '2026-11-14T02:00:00Z' },
    clock_zone: 'America/New_York',
  }
  expect(markWrittenDates('<p>By Friday, or <a href="/Friday">Nov 20</a>, not Nov 201</p>', reminder)).toBe(
    '<p>By <mark>Friday <small>(written on Nov 13)</small></mark>, or <a href="/Friday"><mark>Nov 20 <small>(written on Nov 13)</small></mark></a>, not Nov 201</p>',
  )
  expect(markWrittenDates('<p>Friday</p>', { ...reminder, written_dates: null })).toBe('<p>Friday</p>')
})

test('the days of the earlier letter that are still in a reminder are listed once, in one line', () => {
  const reminder = {
    written_dates: { words: ['Friday', 'Nov 20', 'tomorrow'], at: '2026-11-14T02:00:00Z' },
    clock_zone: 'America/New_York',
    title: 'Answer by Nov 20',
    summary: '',
    body: 'By **Friday**, that is Nov 20.',
  }
  expect(describeWrittenDates(reminder)).toBe('Check the dates written on Nov 13: “Nov 20”, “Friday”.')
  expect(describeWrittenDates({ ...reminder, title: 'Answer', body: 'By Sunday.' })).toBeNull()
  expect(describeWrittenDates({ ...reminder, written_dates: null })).toBeNull()
})
