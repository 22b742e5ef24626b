import { expect, test } from 'vitest'
import { ago } from './statistics-page.tsx'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  [-90, 'just now'],
  [0, 'just now'],
  [23, '20 seconds ago'],
  [59, '50 seconds ago'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [7200, '2 hours ago'],
  [200_000, '2 days ago'],
])('%i seconds before now is %s', (seconds, words) =>
  expect(ago(new Date(now.getTime() - seconds * 1000), now)).toBe(words),
)
