import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** Which imports break the rules, as `file:line sentence`; type imports and dynamic ones count. `root` is the project's folder. */
export function brokenArrows(root: string): string[] {
  const imports = sourceFiles(root).flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')))
  return [
    ...imports.flatMap((one) => sentencesAbout(one).map((sentence) => `${one.from}:${one.line} ${sentence}`)),
    ...circles(imports).map((circle) => `${circle} Files import each other in a circle.`),
    ...circles(imports.flatMap(betweenFeatures)).map((circle) => `${circle} Features import each other in a circle.`),
  ]
}

/** Folders of server/src that know no feature. Every other folder is a feature, a new one too. */
const foundations = 'database|files|hosts|http|jobs|mail|pages|protection|testing'
const feature = `(?!(?:${foundations})/)`
const workspaces = 'desktop|e2e|portal|server|shared|worker'
const isTest = /\/(?:testing|bench)\/|\.test\.ts$/

/**
 * An import from a path that `from` matches to one that `to` matches breaks the rule. `$1` in `to` is what the first group of
 * `from` caught. Tests are free of rules that are not for them.
 */
type Rule = { sentence: string; from: string; to: string; isForTests?: true }

const rules: Rule[] = [
  {
    sentence: 'A workspace is entered by its package, such as @alumni/shared/errors.',
    from: `^(${workspaces})/`,
    to: `^(?!$1/)(?:${workspaces}|scripts)/`,
    isForTests: true,
  },
  {
    sentence:
      'shared → zod and what knows phone numbers and postal codes: no other package, no node:, no other workspace.',
    from: '^shared/src/',
    to: '^(?!shared/src/|(?:zod|libphonenumber-js/min|postcode-validator)$)',
  },
  {
    sentence: 'server → shared: the server knows no other workspace.',
    from: '^server/',
    to: '^@alumni/(?!shared/)',
    isForTests: true,
  },
  {
    sentence: 'worker → the server’s exports and shared.',
    from: '^worker/',
    to: '^@alumni/(?!shared/|server/worker$)',
  },
  {
    sentence: 'desktop and portal → shared only: they meet the server over HTTP.',
    from: '^(?:desktop|portal)/',
    to: '^@alumni/(?!shared/)',
    isForTests: true,
  },
  { sentence: 'Only tests import testing/.', from: '^(?:desktop|portal|server|worker)/', to: '/testing/' },
  {
    sentence: 'Foundations know no feature: entities, routes and tasks are handed in.',
    from: `^server/src/(?:${foundations})/`,
    to: `^server/src/${feature}[^/]+/`,
  },
  {
    sentence:
      'Feature → feature only through its index.ts; a relation may name the entity StaffUser, so that the worker loads no routes.',
    from: `^server/src/${feature}([^/]+)/`,
    to: `^server/src/(?!$1/)${feature}[^/]+/(?!index\\.ts$|staff-user\\.ts$)`,
  },
  {
    sentence: 'What composes a process is imported by processes only.',
    from: '^server/src/[^/]+/',
    to: '^server/src/(?:app|start|worker)\\.ts$',
  },
  {
    sentence: 'The configuration imports nothing of ours.',
    from: '^server/src/config\\.ts$',
    to: '^(?:server/|@alumni/)',
  },
  {
    sentence: 'main, preload and renderer meet only in ipc.ts and in the converter, which runs in both.',
    from: '^desktop/src/(main|preload|renderer)/',
    to: '^desktop/src/(?!$1/|ipc\\.ts$|converter/)',
    isForTests: true,
  },
  {
    sentence: 'The converter runs in a browser and in Node: it knows neither, nor who uses it.',
    from: '^desktop/src/converter/',
    to: '^(?!desktop/src/converter/|@alumni/shared/|papaparse$)',
  },
  {
    sentence: 'The renderer speaks HTTP and ipc.ts, never electron.',
    from: '^desktop/src/renderer/',
    to: '^electron(?:/|$)',
    isForTests: true,
  },
  {
    sentence: 'This code runs in a browser: no node: modules.',
    from: '^(?:desktop/src/renderer|portal/src)/',
    to: '^node:',
  },
  {
    sentence: 'In the renderer feature → ui: only shell and the files beside it put features together.',
    from: '^desktop/src/renderer/(?!(?:shell|ui)/)([^/]+)/',
    to: '^desktop/src/renderer/(?:(?!(?:$1|ui)/)[^/]+/|(?:app|main|router|start)\\.tsx?$)',
  },
  {
    sentence: 'ui knows no feature.',
    from: '^desktop/src/renderer/ui/',
    to: '^desktop/src/(?!ipc\\.ts$|renderer/(?:ui/|(?:http|plain-search)\\.ts$))',
  },
]

type Import = { from: string; to: string; line: number }

function sentencesAbout({ from, to }: Import): string[] {
  return rules.flatMap((rule) => {
    const caught = rule.isForTests || !isTest.test(from) ? new RegExp(rule.from).exec(from) : null
    return caught && new RegExp(rule.to.replaceAll('$1', caught[1] ?? '')).test(to) ? [rule.sentence] : []
  })
}

function sourceFiles(root: string): string[] {
  const pattern = `{${workspaces.replaceAll('|', ',')},scripts}/**/*.{ts,tsx,mts,js,mjs,svelte}`
  const exclude = (name: string) => /(?:^|\/)(?:node_modules|dist|results)$/.test(name)
  return globSync(pattern, { cwd: root, exclude }).toSorted()
}

/** What a file imports or re-exports: a path for a file of ours, `node:name` for a module of Node's, else the package's name. */
function importsOf(file: string, source: string): Import[] {
  const found: Import[] = []
  for (const [code, lang] of scriptsOf(file, source)) {
    const { module, program } = parseSync(file, code, { lang })
    const note = (specifier: string, start: number) =>
      found.push({ from: file, to: target(file, specifier), line: code.slice(0, start).split('\n').length })
    for (const { moduleRequest } of module.staticImports) note(moduleRequest.value, moduleRequest.start)
    for (const { entries } of module.staticExports) {
      const request = entries.find(({ moduleRequest }) => moduleRequest)?.moduleRequest
      if (request) note(request.value, request.start)
    }
    if (!/\bimport\s*\(/.test(code)) continue
    const noteSource = ({ source }: { source: { type: string; value?: unknown; start: number } }) => {
      if (typeof source.value === 'string') note(source.value, source.start)
    }
    new Visitor({ ImportExpression: noteSource, TSImportType: noteSource }).visit(program)
  }
  return found.toSorted((one, other) => one.line - other.line)
}

/** A Svelte file's script elements, each behind as many blank lines as stand before it, and the imports in its markup. */
function scriptsOf(file: string, source: string): [code: string, lang: 'ts' | 'tsx'][] {
  if (!file.endsWith('.svelte')) return [[source, file.endsWith('x') ? 'tsx' : 'ts']]
  const blank = (text: string) => text.replace(/[^\n]/g, ' ')
  const scripts = [...source.matchAll(/(<script[^>]*>)(.*?)<\/script>/gs)]
  const markup = source.replace(/<script[^>]*>.*?<\/script>/gs, blank)
  return [
    ...scripts.map(({ index, 1: tag, 2: code }): [string, 'ts'] => [blank(source.slice(0, index) + tag) + code, 'ts']),
    [markup.replace(/import\s*\([^)]*\)|[^\n]/g, (text) => (text.startsWith('import') ? `${text};` : ' ')), 'ts'],
  ]
}

function target(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  return isBuiltin(specifier) && !specifier.startsWith('node:') ? `node:${specifier}` : specifier
}

/** For the search for circles: the same import between the features of the server that the two files belong to. */
function betweenFeatures({ from, to, line }: Import): Import[] {
  if (isTest.test(from)) return []
  const [one, other] = [from, to].map((path) => new RegExp(`^server/src/${feature}[^/]+(?=/)`).exec(path)?.[0])
  return one && other && one !== other ? [{ from: one, to: other, line }] : []
}

/** Each circle as `a → b → a`, once. */
function circles(imports: Import[]): string[] {
  const next = Map.groupBy(imports, ({ from }) => from)
  const found: string[] = []
  const done = new Set<string>()
  const walk = (file: string, path: string[]) => {
    const begin = path.indexOf(file)
    if (begin >= 0) return void found.push([...path.slice(begin), file].join(' → '))
    if (done.has(file)) return
    for (const to of new Set(next.get(file)?.map((one) => one.to))) walk(to, [...path, file])
    done.add(file)
  }
  for (const file of next.keys()) walk(file, [])
  return found
}
