import { expect, test } from 'vitest'
import { describeCorrections } from './results.tsx'

test('says words as they were typed, and what was looked for instead', () => {
  expect(describeCorrections([{ typed: 'alvarz', as: ['alvarez', 'alvares'] }], 'Álvarz Jose')).toBe(
    'No one is named “Álvarz”. Shown: Alvarez, Alvares.',
  )
  expect(describeCorrections([{ typed: 'xyz', as: [] }], 'xyz')).toBe('No one is named “xyz”.')
  expect(describeCorrections([])).toBe('')
})
