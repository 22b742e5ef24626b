import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

/**
 * What main remembers outside of any page, and why it belongs to no window. Whatever a page begins is held by `ofPage`:
 * two windows share all that stands here.
 */
const ofTheWholeApp: Record<string, string> = {
  'app-protocol/refused-downloads.ts reasons': 'By address: the request of a download does not name its window.',
  'opened-files.ts waiting': 'Files that no page has taken yet.',
  'pages.ts entries': 'By window: this is where pages end.',
  'server/current-server.ts token': 'One person is signed in, in all windows.',
  'server/current-server.ts isRefused': 'One person is signed in, in all windows.',
  'server/current-server.ts loading': 'One person is signed in, in all windows.',
  'server/current-server.ts personListeners': 'What parts of the app forget; filled at the start.',
  'saved-file.ts isWarned': 'There is one disk.',
  'start.ts isProfileReadOnly': 'There is one profile.',
  'server/token-store.ts wasLost': 'There is one keyring.',
  'server/watch-server.ts reach': 'There is one server.',
  'server/watch-server.ts failures': 'There is one server.',
  'server/watch-server.ts next': 'There is one server.',
  'server/watch-server.ts release': 'There is one server.',
  'server/watch-server.ts reachListener': 'Set at the start.',
  'server/watch-server.ts upgradeListener': 'Set at the start.',
  'server/server-session.ts askServer': 'Made at the start; it remembers nothing itself.',
  'server/server-session.ts opened': 'There is one way to the server.',
  'settings.ts current': 'The settings file.',
  'updates/updates.ts state': 'There is one app to update.',
  'updates/updates.ts stateListener': 'Set at the start.',
  'updates/updates.ts updater': 'There is one app to update.',
  'updates/updates.ts isAskedFor': 'There is one app to update.',
  'updates/updates.ts failures': 'There is one app to update.',
  'updates/updates.ts timer': 'There is one app to update.',
  'window/open-outside.ts openings': 'All windows together open one thing a second.',
  'window/revive.ts dead': 'By window.',
}

type Node = { type: string; [key: string]: unknown }

test('main remembers for the whole app what is listed here, and nothing else', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !/\.(?:test|d)\.ts$/.test(file))
  const found = files.flatMap((file) => {
    const { program } = parseSync(file, readFileSync(join(import.meta.dirname, file), 'utf8'))
    return (program.body as unknown as Node[]).flatMap(variablesIn).map((name) => `${file} ${name}`)
  })
  expect(found.toSorted()).toEqual(Object.keys(ofTheWholeApp).toSorted())
})

/** The variables of a statement of a module that may hold something from one call to the next. */
function variablesIn(statement: Node): string[] {
  const declared = (statement.declaration ?? statement) as Node
  if (declared.type !== 'VariableDeclaration') return []
  const variables = declared.declarations as { id: { name: string }; init: Node | null }[]
  return variables.filter(({ init }) => declared.kind !== 'const' || mayHold(init)).map(({ id }) => id.name)
}

function mayHold(value: Node | null): boolean {
  switch (value?.type) {
    case 'TSSatisfiesExpression':
    case 'TSAsExpression':
      return mayHold(value.expression as Node)
    case 'NewExpression':
      // A set of words that is never added to is one of the list, too, unless it is filled where it is made.
      return (value.arguments as Node[]).length === 0 || nameOf(value.callee as Node) === 'RateLimit'
    case 'ArrayExpression':
      return (value.elements as Node[]).length === 0
    case 'ObjectExpression':
      return (value.properties as Node[]).some((property) => mayHold((property.value ?? null) as Node | null))
    case 'CallExpression':
      return !isPure(value.callee as Node)
    default:
      return false
  }
}

/** `ofPage`, schemas, and what only computes. */
function isPure(callee: Node): boolean {
  const text = nameOf(callee)
  return text === 'ofPage' || /^(?:z|nothing|openFile|fileId)\b|^(?:readFileSync|join)$/.test(text)
}

function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name as string
  if (node.type === 'MemberExpression')
    return `${nameOf(node.object as Node)}.${(node.property as Node).name as string}`
  return node.type === 'CallExpression' ? nameOf(node.callee as Node) : node.type
}
