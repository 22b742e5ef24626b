import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { findRefusedTexts } from './texts.ts'

/** Words that a reader of the field has to translate, each with the term to use instead. */
const refused: Record<string, string> = {
  deed: 'action',
  ear: 'listener',
  knock: 'attempt',
  lookagain: 'invalidate',
  nobody: 'no one, none or empty',
  somebody: 'someone or a person',
}

/** Verbs that begin a name, each with the term to use instead. */
const refusedVerbs: Record<string, string> = {
  hold: 'lock',
  keep: 'save or store',
  kept: 'saved or stored',
  say: 'notify, describe or format',
}

/** Lists private jargon in comments and declared names, and refused words in texts, as `file:line sentence`. */
export function findRefusedTerms(root: string): string[] {
  const files = globSync('{desktop,portal,server,shared,worker}/src/**/*.{ts,tsx}', { cwd: root })
  const inCode = files.toSorted().flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    return wordsIn(file, code).map(
      ([start, word, term]) => `${file}:${code.slice(0, start).split('\n').length} Instead of “${word}”: ${term}.`,
    )
  })
  return [...inCode, ...findRefusedTexts(root)]
}

export function wordsIn(file: string, code: string): [start: number, word: string, term: string][] {
  const found: [number, string, string][] = []
  const { comments, program } = parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  for (const { start, value } of comments)
    for (const word of value.toLowerCase().match(/[a-z]+/g) ?? [])
      if (refused[word]) found.push([start, word, refused[word]])
  const declare = ({ id }: { id: { type: string; name?: string; start: number } | null }) => {
    if (!id?.name) return
    const { name, start } = id
    const words = name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[ _]/)
    const verb = words.length > 1 ? refusedVerbs[words[0]!] : undefined
    if (verb) found.push([start, name, verb])
    for (const word of words) if (refused[word]) found.push([start, name, refused[word]])
  }
  new Visitor({
    FunctionDeclaration: declare,
    VariableDeclarator: declare as (node: object) => void,
    TSTypeAliasDeclaration: declare,
    ClassDeclaration: declare,
  }).visit(program)
  return found
}
