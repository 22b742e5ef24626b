import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

/** Module variables that all windows share, with the reason. `createPageState` creates the state of a single page. */
const sharedVariables: Record<string, string> = {
  'app-protocol/refused-downloads.ts reasons':
    'Keyed by URL, because the request of a download does not name its window.',
  'opened-files.ts waitingPaths': 'Files that no page has taken yet.',
  'pages.ts entries': 'Keyed by window.',
  'server/current-server.ts token': 'One person is signed in, in all windows.',
  'server/current-server.ts isTokenRefused': 'One person is signed in, in all windows.',
  'server/current-server.ts loading': 'One person is signed in, in all windows.',
  'server/current-server.ts signOutListeners': 'Filled at the start.',
  'saved-file.ts isWarned': 'There is one disk.',
  'start.ts isProfileReadOnly': 'There is one profile.',
  'server/token-store.ts isTokenUnreadable': 'There is one keyring.',
  'server/watch-server.ts connection': 'There is one server.',
  'server/watch-server.ts failures': 'There is one server.',
  'server/watch-server.ts next': 'There is one server.',
  'server/watch-server.ts release': 'There is one server.',
  'server/watch-server.ts statusListener': 'Set at the start.',
  'server/watch-server.ts upgradeListener': 'Set at the start.',
  'server/server-session.ts askServer': 'Created at the start; has no state.',
  'server/server-session.ts opened': 'There is one session with the server.',
  'settings.ts current': 'The settings file.',
  'updates/updates.ts state': 'There is one app to update.',
  'updates/updates.ts stateListener': 'Set at the start.',
  'updates/updates.ts updater': 'There is one app to update.',
  'updates/updates.ts isLastCheckRequested': 'There is one app to update.',
  'updates/updates.ts failures': 'There is one app to update.',
  'updates/updates.ts timer': 'There is one app to update.',
  'window/open-external-url.ts openings': 'All windows share one limit.',
  'window/reload-after-crash.ts crashedWindows': 'Keyed by window.',
}

type Node = { type: string; [key: string]: unknown }

test('modules of main have only the listed variables', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !/\.(?:test|d)\.ts$/.test(file))
  const found = files.flatMap((file) => {
    const { program } = parseSync(file, readFileSync(join(import.meta.dirname, file), 'utf8'))
    return (program.body as unknown as Node[]).flatMap(variablesIn).map((name) => `${file} ${name}`)
  })
  expect(found.toSorted()).toEqual(Object.keys(sharedVariables).toSorted())
})

function variablesIn(statement: Node): string[] {
  const declared = (statement.declaration ?? statement) as Node
  if (declared.type !== 'VariableDeclaration') return []
  const variables = declared.declarations as { id: { name: string }; init: Node | null }[]
  return variables.filter(({ init }) => declared.kind !== 'const' || canHoldState(init)).map(({ id }) => id.name)
}

function canHoldState(value: Node | null): boolean {
  switch (value?.type) {
    case 'TSSatisfiesExpression':
    case 'TSAsExpression':
      return canHoldState(value.expression as Node)
    case 'NewExpression':
      return (value.arguments as Node[]).length === 0 || nameOf(value.callee as Node) === 'RateLimit'
    case 'ArrayExpression':
      return (value.elements as Node[]).length === 0
    case 'ObjectExpression':
      return (value.properties as Node[]).some((property) => canHoldState((property.value ?? null) as Node | null))
    case 'CallExpression':
      return !isPure(value.callee as Node)
    default:
      return false
  }
}

function isPure(callee: Node): boolean {
  const text = nameOf(callee)
  return text === 'createPageState' || /^(?:z|nothing|fileId)\b|^(?:readFileSync|join)$/.test(text)
}

function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name as string
  if (node.type === 'MemberExpression')
    return `${nameOf(node.object as Node)}.${(node.property as Node).name as string}`
  return node.type === 'CallExpression' ? nameOf(node.callee as Node) : node.type
}
