import { expect, test } from 'vitest'
import { respeltWords } from './respelt.ts'

test('says words as they were typed, and what was looked for instead', () => {
  expect(respeltWords([{ typed: 'alvarz', as: ['alvarez', 'alvares'] }], 'Álvarz Jose')).toBe(
    'Nobody is called “Álvarz”. Shown: Alvarez, Alvares.',
  )
  expect(respeltWords([{ typed: 'xyz', as: [] }], 'xyz')).toBe('Nobody is called “xyz”.')
  expect(respeltWords([])).toBe('')
})
