import { expect, test } from 'vitest'
import { correctionWords } from './results.tsx'

test('says words as they were typed, and what was looked for instead', () => {
  expect(correctionWords([{ typed: 'alvarz', as: ['alvarez', 'alvares'] }], 'Álvarz Jose')).toBe(
    'No one is named “Álvarz”. Shown: Alvarez, Alvares.',
  )
  expect(correctionWords([{ typed: 'xyz', as: [] }], 'xyz')).toBe('No one is named “xyz”.')
  expect(correctionWords([])).toBe('')
})
