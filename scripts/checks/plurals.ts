import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

type Part = { type: string; name?: string; callee?: Part; property?: Part; arguments?: Part[]; expression?: Part }

/** Returns plural nouns after a number that may be 1, in texts for staff, as `file:line sentence`. */
export function fixedPlurals(root: string): string[] {
  const files = globSync('desktop/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\./.test(file))
  return files.toSorted().flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    return pluralsIn(file, code).map(
      ([start, words]) => `${file}:${code.slice(0, start).split('\n').length} Instead of “1${words}”: formatCount.`,
    )
  })
}

export function pluralsIn(file: string, code: string): [start: number, words: string][] {
  const found: [number, string][] = []
  const look = (part: Part | undefined, after: string | undefined, start: number) => {
    const words = /^ (?:[a-z]+ )?(?:people|[a-z]+[^aius\W]s)\b/.exec(after ?? '')?.[0]
    if (part && words && isNumber(part) && !notNouns.test(words)) found.push([start, words])
  }
  const lookAt = ({ children }: { children: (Part & { start: number; value?: string })[] }) =>
    children.forEach((child, at) => look(child.expression, children[at + 1]?.value, child.start))
  new Visitor({
    TemplateLiteral: ({ expressions, quasis }) =>
      expressions.forEach((each, at) => look(each as Part, quasis[at + 1]!.value.raw, each.start)),
    JSXElement: lookAt as (node: object) => void,
    JSXFragment: lookAt as (node: object) => void,
  }).visit(parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).program)
  return found
}

const notNouns = /\b(?:was|has|less|always|times)\b/

/** Matches `formatNumber(…)` and lengths. A maximum is never 1. */
function isNumber({ type, callee, property, arguments: [of] = [] }: Part): boolean {
  if (type === 'MemberExpression') return property?.name === 'length' || property?.name === 'size'
  return type === 'CallExpression' && callee?.name === 'formatNumber' && !of?.name?.startsWith('max')
}
