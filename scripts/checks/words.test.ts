import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTerms, termsIn } from './words.ts'

const terms = readTerms(readFileSync(new URL('../../docs/words.md', import.meta.url), 'utf8'))
const findWords = (code: string) => termsIn('a.ts', code, terms).map(([, word]) => word)

test('a name or comment with a word that docs/words.md refuses is found', () => {
  expect(findWords('/** What nobody mended. */\nfunction keepRow() {}')).toEqual(['nobody', 'mended', 'keepRow'])
  expect(findWords('const sayDone = () => 1\ntype Somebody = string')).toEqual(['sayDone', 'Somebody'])
})

test('a preposition or a participle alone is refused as the name of a type, a variable or a parameter', () => {
  const code = 'type Asked = 1; for (const [of, { row: at, ...given }] of rows) sum((by, ...taken) => by)'
  expect(findWords(code)).toEqual(['Asked', 'of', 'at', 'given', 'by', 'taken'])
})

test('a page without the part "In code" causes an error', () => {
  expect(() => readTerms('# Words')).toThrow('docs/words.md has no part "In code"')
})

test('visible texts, longer words with the same start, and members declared elsewhere are not checked', () => {
  expect(
    findWords("const title = 'Nobody has answered yet'\nconst keeper = 1\nfunction holder({ at }) {}\ntype Feed = 1"),
  ).toEqual([])
})
