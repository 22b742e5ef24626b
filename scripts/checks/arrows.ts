import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** Returns the imports that break the rules, as `file:line sentence`, including type imports and dynamic imports. */
export function brokenArrows(root: string): string[] {
  const imports = importsIn(root)
  return [
    ...imports.flatMap((one) => findViolations(one).map((message) => `${one.from}:${one.line} ${message}`)),
    ...circles(imports).map((circle) => `${circle} Files import each other in a circle.`),
    ...circles(imports.flatMap(betweenFolders)).map((circle) => `${circle} Folders import each other in a circle.`),
  ]
}

/** Returns imports of the server and the worker that are not among their dependencies. */
export function undeclaredImports(root: string): string[] {
  const imports = importsIn(root)
  return ['server', 'worker'].flatMap((workspace) => {
    const { dependencies } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    return imports
      .filter(({ from }) => from.startsWith(`${workspace}/src/`) && !isTest.test(from))
      .map((one) => ({ ...one, name: /^(?:@[^/]+\/)?[^/]+/.exec(one.to)![0] }))
      .filter(({ name }) => !(name in dependencies) && !/^(?:node:.*|server|worker)$/.test(name))
      .map(({ from, line, name }) => `${from}:${line} ${name} is not among the dependencies of ${workspace}.`)
  })
}

export function importsIn(root: string): Import[] {
  return sourceFiles(root).flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')))
}

/**
 * The rooms of server/src in order. Each imports earlier rooms only, through their index.ts (foundations: any file).
 */
export const rooms = [
  'foundations',
  'staff',
  'alumni',
  'exchange',
  'champions',
  'publications',
  'operations',
  'morning',
]
const roomRules = rooms.map((room, at) => ({
  message: `In the server: ${rooms.join(' ← ')}. A room on the right registers a callback to be notified by one on the left.`,
  from: `^server/src/${room}/`,
  to: `^server/src/(?:(?:${[...rooms.slice(at + 1), 'commands'].join('|')})/|[^/]+\\.ts$)`,
}))
const workspaces = 'desktop|e2e|portal|server|shared|worker'
export const isTest = /\/(?:testing|bench|storm)\/|\.test\.ts$/

/** Forbids imports from `from` to `to`, in which `$1` is the first group of `from`. `isForTests` includes tests. */
type Rule = { message: string; from: string; to: string; isForTests?: true }

const rules: Rule[] = [
  {
    message: 'Import a workspace by its package name, such as @alumni/shared/errors.',
    from: `^(${workspaces})/`,
    to: `^(?!$1/)(?:${workspaces}|scripts)/`,
    isForTests: true,
  },
  {
    message:
      'shared imports zod and packages for phone numbers, postal codes and Punycode; no other package, node: or workspace.',
    from: '^shared/src/',
    to: '^(?!shared/src/|(?:zod|libphonenumber-js/min|postcode-validator|punycode\\.js)$)',
  },
  {
    message: 'The server imports no workspace but shared.',
    from: '^server/',
    to: '^@alumni/(?!shared/)',
    isForTests: true,
  },
  {
    message: 'The worker imports only the server’s exports and shared.',
    from: '^worker/',
    to: '^@alumni/(?!shared/|server/worker$)',
  },
  {
    message: 'desktop and portal import only shared; they reach the server over HTTP.',
    from: '^(?:desktop|portal)/',
    to: '^@alumni/(?!shared/)',
    isForTests: true,
  },
  { message: 'Only tests import testing/.', from: '^(?:desktop|portal|server|worker)/', to: '/testing/' },
  ...roomRules,
  {
    message: 'The product imports no demo data, benches or storm.',
    from: '^(?:server/src|worker)/',
    to: '^server/(?:demo|bench|storm)/',
  },
  {
    message: 'Import a room through its index.ts, foundations through any file.',
    from: '^server/src/([^/]+)/',
    to: '^server/src/(?!(?:$1|foundations)/)[^/]+/(?!index\\.ts$)',
  },
  {
    message: 'app.ts, home.ts and start.ts import each room through its index.ts or its routes.ts.',
    from: '^server/src/(?:app|home|start)\\.ts$',
    to: '^server/src/[^/]+/(?!(?:index|routes)\\.ts$)',
  },
  {
    message: 'The configuration imports none of our code.',
    from: '^server/src/foundations/process/(?:config|contradictions)\\.ts$',
    to: '^(?:server/(?!src/foundations/process/contradictions\\.ts$)|@alumni/)',
  },
  {
    message: 'main, preload and renderer share only ipc.ts and the converter.',
    from: '^desktop/src/(main|preload|renderer)/',
    to: '^desktop/src/(?!$1/|ipc\\.ts$|converter/)',
    isForTests: true,
  },
  {
    message: 'The converter runs in a browser and in Node, so it imports neither’s modules, nor its callers.',
    from: '^desktop/src/converter/',
    to: '^(?!desktop/src/converter/|@alumni/shared/|papaparse$)',
  },
  {
    message: 'The renderer uses HTTP and ipc.ts, not electron.',
    from: '^desktop/src/renderer/',
    to: '^electron(?:/|$)',
    isForTests: true,
  },
  {
    message: 'This code runs in a browser: no node: modules.',
    from: '^(?:desktop/src/renderer|portal/src)/',
    to: '^node:',
  },
  {
    message: 'In the renderer ui ← domain ← features: only shell and the files beside it combine features.',
    from: '^desktop/src/renderer/(?!(?:shell|ui|domain)/)([^/]+)/',
    to: '^desktop/src/renderer/(?:(?!(?:$1|ui|domain)/)[^/]+/|(?:app|main|router|start)\\.tsx?$)',
  },
  {
    message: 'domain imports no feature.',
    from: '^desktop/src/renderer/domain/',
    to: '^desktop/src/(?!ipc\\.ts$|renderer/(?:(?:ui|domain)/|(?:http|plain-search)\\.ts$))',
  },
  {
    message: 'ui imports no domain, no feature, and only the shared code that every room uses.',
    from: '^desktop/src/renderer/ui/',
    to: '^(?:@alumni/shared/.+/|desktop/src/(?!ipc\\.ts$|renderer/(?:ui/|(?:http|plain-search)\\.ts$)))',
  },
]

type Import = { from: string; to: string; line: number }

function findViolations({ from, to }: Import): string[] {
  return rules.flatMap((rule) => {
    const caught = rule.isForTests || !isTest.test(from) ? new RegExp(rule.from).exec(from) : null
    return caught && new RegExp(rule.to.replaceAll('$1', caught[1] ?? '')).test(to) ? [rule.message] : []
  })
}

function sourceFiles(root: string): string[] {
  const pattern = `{${workspaces.replaceAll('|', ',')},scripts}/**/*.{ts,tsx,mts,js,mjs,svelte}`
  const exclude = (name: string) => /(?:^|\/)(?:node_modules|dist|results)$/.test(name)
  return globSync(pattern, { cwd: root, exclude }).toSorted()
}

/** Returns imports and re-exports: a path in this project, `node:name`, or the name of a package. */
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

/** Returns a Svelte file's scripts, padded with blank lines to preserve line numbers, and the imports in its markup. */
export function scriptsOf(file: string, source: string): [code: string, lang: 'ts' | 'tsx'][] {
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

/** Converts an import to one between folders of the server. Files of src and the index.ts of rooms remain files. */
function betweenFolders({ from, to, line }: Import): Import[] {
  if (isTest.test(from)) return []
  const [one, other] = [from, to].map(
    (path) => /^server\/src\/(?:[^/]+\.ts$|[^/]+\/index\.ts$|[^/]+\/[^/]+(?=\/)|[^/]+(?=\/))/.exec(path)?.[0],
  )
  return one && other && one !== other ? [{ from: one, to: other, line }] : []
}

/** Returns a sentence with the imports of each import cycle. */
function circles(imports: Import[]): string[] {
  const next = Map.groupBy(imports, ({ from }) => from)
  const reachedFrom = (start: string): Set<string> => {
    const reached = new Set<string>()
    const waiting = [start]
    for (let node = waiting.pop(); node; node = waiting.pop())
      for (const { to } of next.get(node) ?? []) if (reached.size < reached.add(to).size) waiting.push(to)
    return reached
  }
  const reached = new Map(next.keys().map((node) => [node, reachedFrom(node)]))
  const tied = [...reached].filter(([node, others]) => others.has(node))
  const knots = Map.groupBy(tied, ([node, others]) =>
    [...others]
      .filter((other) => reached.get(other)?.has(node))
      .toSorted()
      .join(' '),
  )
  return [...knots.keys()].map((knot) => {
    const nodes = knot.split(' ')
    const ties = imports.filter(({ from, to }) => nodes.includes(from) && nodes.includes(to))
    return `${[...new Set(ties.map(({ from, to }) => `${from} → ${to}`))].toSorted().join(', ')}.`
  })
}
