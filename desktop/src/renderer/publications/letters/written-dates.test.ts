import { expect, test } from 'vitest'
import { markWrittenDates } from './written-dates.tsx'

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
