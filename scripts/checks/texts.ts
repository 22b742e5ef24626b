import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

type Text = [start: number, text: string]
type Refused = [pattern: RegExp, instead: string]

/** Headers of files of other systems, which have their own spelling, and a text that must not change. */
const spelledByOthers = [
  'desktop/src/converter/statuses.ts',
  'server/src/exchange/crm/loader-rows.ts',
  'server/src/exchange/imports/types.ts',
  'server/src/exchange/imports/upload/columns.ts',
  'shared/src/champions/privacy-policy.ts',
  'shared/src/exchange/event-exports.ts',
]

/** Lists texts for people with a word that docs/words.md refuses, as `file:line sentence`. */
export function findRefusedTexts(root: string): string[] {
  const refused = readGlossary(readFileSync(join(root, 'docs/words.md'), 'utf8'))
  const files = globSync(
    [
      '{desktop,portal,server,shared,worker}/src/**/*.{ts,tsx,svelte}',
      'scripts/{*,start/*,desktop/*}.ts',
      'server/{demo,bench,storm}/*{command,run}.ts',
      '{README,RELEASES}.md',
      'docs/**/*.md',
    ],
    { cwd: root },
  ).filter((file) => !/\.(?:test|soak)\.|\/testing\/|^docs\/words\.md$/.test(file) && !spelledByOthers.includes(file))
  return files.toSorted().flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    return refusedIn(textsIn(file, code), refused).map(
      ([start, word, instead]) =>
        `${file}:${code.slice(0, start).split('\n').length} Instead of “${word}”: ${instead} (docs/words.md).`,
    )
  })
}

/**
 * Reads docs/words.md: refused words are in backticks in the last column, with `*` for any ending. A capitalized word
 * is refused only as a whole text, such as a label.
 */
export function readGlossary(page: string): Refused[] {
  return readRows(page.split('\n## In code')[0]!).flatMap(({ instead, refused }) =>
    refused.map((word): Refused => {
      if (/^[A-Z][a-z]/.test(word)) return [labelOf(word), instead]
      const pattern = word.replace('*', '[a-z]*').replaceAll(' ', String.raw`\s+`)
      return [new RegExp(String.raw`(?<![\w-])${pattern}(?![\w-])`, 'gi'), instead]
    }),
  )
}

/** Returns the first cell of each table row, and the words in backticks in its last cell. */
export function readRows(page: string): { instead: string; refused: string[] }[] {
  return page.split('\n').map((line) => {
    const [, instead = '', , not = ''] = line.split('|').map((cell) => cell.trim())
    return { instead, refused: [...not.matchAll(/`([^`]+)`/g)].map(([, word]) => word!) }
  })
}

const labelOf = (word: string) =>
  new RegExp(String.raw`(?<=^[\s'"\x60]*)${word.replace('*', '.*?')}(?=[\s'"\x60….]*$)`, 'g')

export function refusedIn(texts: Text[], refused: Refused[]): [start: number, word: string, instead: string][] {
  return texts.flatMap(([start, text]) =>
    [...refused, ...spellings].flatMap(([pattern, instead]) =>
      [...text.matchAll(pattern)]
        .filter(([word]) => word !== nameOfState && (pattern.flags === 'g' || word !== word.toUpperCase()))
        .map((found): [number, string, string] => [start + found.index, found[0], instead]),
    ),
  )
}

/** The API's name for a state of an import. Words in capitals are arguments of commands. */
const nameOfState = 'Cancelled'

const spellings: Refused[] = [
  [/\b\d{1,2}(?::\d\d)? ?(?:am|AM|pm|PM)\b/g, 'a.m. or p.m.'],
  [/\b\d+ %/g, 'the sign without a space'],
]

/** Returns the texts for people in a file with their positions: strings of code, markup, or a page of documentation. */
export function textsIn(file: string, code: string): Text[] {
  if (file.endsWith('.md')) return [[0, prose(file === 'RELEASES.md' ? newestEntry(code) : code)]]
  if (!file.endsWith('.svelte')) return textsOfCode(file.endsWith('x') ? 'tsx' : 'ts', code)
  const scripts = [...code.matchAll(/(<script[^>]*>)(.*?)<\/script>/gs)]
  const markup = blank(code, /<(script|style)\b.*?<\/\1>|\{@html [^}]*\}|\{[#:/][^}'"`]*\}|\b[a-z:]+=(?=["{])/gs)
  return [
    ...scripts.flatMap(({ index, 1: tag, 2: script }) =>
      textsOfCode('ts', script!).map(([start, text]): Text => [index + tag!.length + start, text]),
    ),
    [0, blank(markup, /(?<=<)[\w/.:-]+|\{[^}'"`]*\}|"[^" ]*"|'[^' ]*'|(?<=\w)\.\w+/g)],
  ]
}

function textsOfCode(lang: 'ts' | 'tsx', code: string): Text[] {
  const found: Text[] = []
  const queries = new Set<number>()
  const add = (start: number, text: string) => {
    if (isRead(text) && !queries.has(start)) found.push([start, text.includes('<') ? blank(text, /<[^>]*>/g) : text])
  }
  new Visitor({
    TaggedTemplateExpression: ({ quasi }) => quasi.quasis.forEach(({ start }) => queries.add(start)),
    JSXText: ({ start, raw }) => found.push([start, raw ?? '']),
    Literal: ({ start, value }) => typeof value === 'string' && add(start, code.slice(start, start + value.length + 2)),
    TemplateElement: ({ start, value }) => add(start, value.raw),
  }).visit(parseSync('', code, { lang }).program)
  return found
}

/** Sentences and capitalized words are for people; single lowercase words, SQL and CSS are code. */
const isRead = (text: string) =>
  /^['"`(\s]*[A-Z]|[A-Za-z][,.:;]? [A-Za-z]/.test(text) &&
  !/[a-z]_[a-z]|::|^\W*(?:select|with|insert|update|delete) |^\W\w+\.\w+ as /.test(text)

const newestEntry = (page: string) => page.slice(0, page.indexOf('\n## v', page.indexOf('\n## v') + 1))

const prose = (page: string) => blank(page, /^```.*?^```|^ {4}[^\n]*|`[^`]*`|\]\([^)\n]*\)|<[^>\n]*>/gms)

const blank = (text: string, pattern: RegExp) => text.replaceAll(pattern, (match) => match.replaceAll(/[^\n]/g, ' '))
