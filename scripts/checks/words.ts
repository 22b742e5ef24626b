import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor, type ArrowFunctionExpression, type Function, type Node } from 'oxc-parser'
import { findRefusedTexts, readRows } from './texts.ts'

type Term = [pattern: RegExp, instead: string]
type Terms = { words: Term[]; prefixes: Term[]; alone: Set<string> }

/** Lists refused words in comments, declared names and texts, as `file:line sentence`. */
export function findRefusedTerms(root: string): string[] {
  const terms = readTerms(readFileSync(join(root, 'docs/words.md'), 'utf8'))
  const files = globSync('{desktop,portal,server,shared,worker}/src/**/*.{ts,tsx}', { cwd: root })
  const inCode = files.toSorted().flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    return termsIn(file, code, terms).map(
      ([start, word, instead]) =>
        `${file}:${code.slice(0, start).split('\n').length} Instead of “${word}”: ${instead} (docs/words.md).`,
    )
  })
  return [...inCode, ...findRefusedTexts(root)]
}

/** Reads "In code" of docs/words.md: its table, and the words below it that are too vague as a whole name. */
export function readTerms(page: string): Terms {
  const [, part] = page.split('\n## In code')
  if (part === undefined) throw new Error('docs/words.md has no part "In code"')
  const rows = readRows(part).flatMap(({ instead, refused }) => refused.map((word) => ({ instead, word })))
  const words = rows.filter(({ word }) => !word.endsWith('…'))
  const prefixes = rows.filter(({ word }) => word.endsWith('…'))
  return {
    words: words.map(({ word, instead }) => [new RegExp(`^${word.replace('*', '[a-z]*')}$`), instead]),
    prefixes: prefixes.map(({ word: [first, ...rest], instead }) => [
      new RegExp(`^[${first}${first!.toUpperCase()}]${rest.slice(0, -1).join('')}(?=[A-Z_])`),
      instead,
    ]),
    alone: new Set([...part.slice(part.lastIndexOf('|')).matchAll(/`([a-z]+)`/g)].map(([, word]) => word!)),
  }
}

export function termsIn(file: string, code: string, terms: Terms): [start: number, word: string, instead: string][] {
  const found: [number, string, string][] = []
  const { comments, program } = parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  const checkWord = (start: number, shown: string, word: string) => {
    for (const [pattern, instead] of terms.words) if (pattern.test(word)) found.push([start, shown, instead])
  }
  for (const { start, value } of comments)
    for (const { 0: word, index } of value.matchAll(/[A-Za-z]+/g))
      checkWord(start + 2 + index, word, word.toLowerCase())

  const checkName = (start: number, name: string, isType = false) => {
    const words = name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[ _]/)
    for (const word of words) checkWord(start, name, word)
    const prefix = terms.prefixes.find(([pattern]) => pattern.test(name))
    if (prefix) found.push([start, name, prefix[1]])
    if (words.length === 1 && (terms.alone.has(words[0]!) || (isType && /(?<!e)ed$/.test(words[0]!))))
      found.push([start, name, 'a noun, or a verb with its object'])
  }
  const checkPattern = (pattern: Node | null) => {
    if (pattern?.type === 'Identifier') checkName(pattern.start, pattern.name)
    else if (pattern?.type === 'AssignmentPattern') checkPattern(pattern.left)
    else if (pattern?.type === 'RestElement') checkPattern(pattern.argument)
    else if (pattern?.type === 'ArrayPattern') pattern.elements.forEach(checkPattern)
    else if (pattern?.type === 'ObjectPattern')
      for (const member of pattern.properties)
        if (member.type === 'RestElement') checkPattern(member)
        // The type of a shorthand member determines its name.
        else if (!member.shorthand) checkPattern(member.value)
  }
  const checkFunction = ({ id, params }: Function | ArrowFunctionExpression) => [id, ...params].forEach(checkPattern)
  new Visitor({
    FunctionDeclaration: checkFunction,
    FunctionExpression: checkFunction,
    ArrowFunctionExpression: checkFunction,
    VariableDeclarator: ({ id }) => checkPattern(id),
    TSTypeAliasDeclaration: ({ id }) => checkName(id.start, id.name, true),
    TSInterfaceDeclaration: ({ id }) => checkName(id.start, id.name, true),
    ClassDeclaration: ({ id }) => id && checkName(id.start, id.name, true),
  }).visit(program)
  return found
}
