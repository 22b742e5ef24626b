import { expect, test } from 'vitest'
import { wordsIn } from './words.ts'

const found = (code: string) => wordsIn('a.ts', code).map(([, word]) => word)

test('a name or a comment with a word that one has to translate is refused', () => {
  expect(found('/** What nobody knows. */\nfunction keepRow() {}')).toEqual(['nobody', 'keepRow'])
  expect(found('const sayDone = () => 1\ntype Somebody = string')).toEqual(['sayDone', 'Somebody'])
})

test('what users read, and words that only begin so, are not', () => {
  expect(found("const title = 'Nobody has answered yet'\nconst keeper = 1\nfunction holder() {}")).toEqual([])
})
