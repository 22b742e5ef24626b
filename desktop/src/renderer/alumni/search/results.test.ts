import { expect, test } from 'vitest'
import { describeCorrections } from './results.tsx'

test('the results show the typed words and the words that were searched instead', () => {
  expect(describeCorrections([{ typed: 'alvarz', as: ['alvarez', 'alvares'] }], 'Álvarz Jose')).toBe(
    'No exact match for “Álvarz”. Shown: Alvarez, Alvares.',
  )
  expect(describeCorrections([{ typed: 'xyz', as: [] }], 'xyz')).toBe(
    '“xyz” was not understood: no such name, place, employer, college, major or degree is on file.',
  )
  const unknown = ['donors', 'xyz'].map((word) => ({ typed: word, as: [] }))
  expect(describeCorrections(unknown, 'Donors xyz')).toMatch(/^“Donors” and “xyz” were not understood:/)
  expect(describeCorrections([])).toBe('')
})
