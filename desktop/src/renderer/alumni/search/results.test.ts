import { expect, test } from 'vitest'
import { describeCorrections } from './results.tsx'

test('the results show the typed words and the words that were searched instead', () => {
  expect(describeCorrections([{ typed: 'alvarz', as: ['alvarez', 'alvares'] }], 'Álvarz Jose')).toBe(
    'No one is named “Álvarz”. Shown: Alvarez, Alvares.',
  )
  expect(describeCorrections([{ typed: 'xyz', as: [] }], 'xyz')).toBe('No one is named “xyz”.')
  expect(describeCorrections([])).toBe('')
})
