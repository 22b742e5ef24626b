import { expect, test } from 'vitest'
import { describeCorrections } from './results.tsx'

test('shows words as typed, and what was searched for instead', () => {
  expect(describeCorrections([{ typed: 'alvarz', as: ['alvarez', 'alvares'] }], 'Álvarz Jose')).toBe(
    'No one is named “Álvarz”. Shown: Alvarez, Alvares.',
  )
  expect(describeCorrections([{ typed: 'xyz', as: [] }], 'xyz')).toBe('No one is named “xyz”.')
  expect(describeCorrections([])).toBe('')
})
