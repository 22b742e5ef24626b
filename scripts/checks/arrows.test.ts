import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenArrows, undeclaredImports } from './arrows.ts'

const byPackage = 'Import a workspace by its package name'
const sharedOnly = 'shared imports zod'
const serverOnly = 'The server imports no workspace'
const workerOnly = 'The worker imports only the server’s exports'
const faceOnly = 'desktop and portal import only shared'
const testing = 'Only tests import testing/'
const line = 'In the server: foundations ← staff'
const byIndex = 'Import a room through its index.ts'
const entries = 'app.ts, home.ts and start.ts import each room'
const tools = 'The product imports no demo data'
const config = 'The configuration imports none of our code'
const apart = 'main, preload and renderer share only ipc.ts'
const converter = 'The converter runs in a browser and in Node'
const electron = 'not electron'
const browser = 'no node: modules'
const shell = 'only shell and the files beside it'
const domain = 'domain imports no feature'
const ui = 'ui imports no domain, no feature'

/** Each line of the file breaks the rule. */
const broken: [message: string, file: string, ...lines: string[]][] = [
  [
    sharedOnly,
    'shared/src/a.ts',
    "import 'node:fs'",
    "import 'punycode'",
    "import 'react'",
    "import '@alumni/server/worker'",
  ],
  [sharedOnly, 'shared/src/b.ts', "import type { X } from 'fastify'", "export * from 'kysely'", "import 'fs'"],
  [sharedOnly, 'shared/src/c.ts', "const x = await import('react')", "type X = import('fastify').X", "import 'zod/v3'"],
  [byPackage, 'shared/src/d.test.ts', "import '../../server/src/foundations/process/config.ts'"],
  [byPackage, 'server/src/exchange/imports/a.ts', "import '../../../../shared/src/exchange/imports.ts'"],
  [byPackage, 'server/src/exchange/imports/b.ts', "export { x } from '../../../../portal/src/pages.ts'"],
  [byPackage, 'server/src/exchange/imports/b.test.ts', "import '../../../../scripts/check.ts'"],
  [
    byPackage,
    'worker/src/a.ts',
    "import '../../server/src/foundations/process/config.ts'",
    "import '../../shared/src/exchange/imports.ts'",
  ],
  [byPackage, 'desktop/vite.config.ts', "import '../server/src/foundations/process/config.ts'"],
  [byPackage, 'portal/src/a.ts', "import type { X } from '../../server/src/foundations/process/config.ts'"],
  [
    byPackage,
    'e2e/journeys/a.ts',
    "import '../../server/src/foundations/process/config.ts'",
    "import '../../desktop/src/ipc.ts'",
  ],
  [
    serverOnly,
    'server/src/exchange/imports/c.ts',
    "import '@alumni/worker/x'",
    "import type { X } from '@alumni/desktop'",
    "const x = () => import('@alumni/portal/x')",
  ],
  [serverOnly, 'server/src/exchange/imports/c.test.ts', "import '@alumni/portal/x'"],
  [workerOnly, 'worker/src/b.ts', "import '@alumni/desktop/x'", "import type { X } from '@alumni/server/config'"],
  [faceOnly, 'desktop/src/renderer/a.tsx', "import '@alumni/server/worker'", "import type { X } from '@alumni/portal'"],
  [faceOnly, 'desktop/src/renderer/lazy.tsx', "const Page = () => <a>{import('@alumni/server/worker')}</a>"],
  [faceOnly, 'portal/src/b.ts', "import '@alumni/server/worker'"],
  [
    testing,
    'server/src/exchange/giving/a.ts',
    "import '../../../testing/test-app.ts'",
    "import type { X } from './testing/story.ts'",
  ],
  [testing, 'server/src/a.ts', "import '../testing/test-app.ts'"],
  [tools, 'server/src/alumni/record/a.ts', "import '../../../demo/names.ts'", "import '../../../bench/rows.ts'"],
  [
    line,
    'server/src/foundations/http/deep/a.ts',
    "import '../../../staff/index.ts'",
    "import type { X } from '../../../morning/index.ts'",
    "type X = import('../../../alumni/index.ts').X",
    "import '../../../schema.ts'",
  ],
  [line, 'server/src/staff/accounts/h.ts', "import type { X } from '../../app.ts'", "import '../../alumni/index.ts'"],
  [line, 'server/src/morning/h.ts', "import '../start.ts'", "import '../commands/index.ts'"],
  [
    byIndex,
    'server/src/exchange/imports/d.ts',
    "import '../../staff/accounts/sessions.ts'",
    "import type { X } from '../../alumni/record/alumnus.ts'",
    "type X = import('../../alumni/record/alumnus.ts').X",
  ],
  [byIndex, 'server/src/exchange/imports/types/e.ts', "const x = await import('../../../staff/accounts/sessions.ts')"],
  [byIndex, 'server/src/publications/f.ts', "import '../staff/deep/index.ts'"],
  [entries, 'server/src/app.ts', "import './staff/accounts/routes.ts'", "import './foundations/http/errors.ts'"],
  [config, 'server/src/foundations/process/config.ts', "import './log.ts'", "import '@alumni/shared/errors'"],
  [apart, 'desktop/src/renderer/b.tsx', "import '../main/window.ts'", "import type { X } from '../preload/bridge.ts'"],
  [apart, 'desktop/src/main/c.ts', "import '../renderer/app.tsx'", "import '../preload/bridge.ts'"],
  [apart, 'desktop/src/preload/d.test.ts', "import '../renderer/app.tsx'", "import '../main/window.ts'"],
  [
    converter,
    'desktop/src/converter/a.ts',
    "import 'node:fs'",
    "import 'electron'",
    "import type { X } from '../ipc.ts'",
  ],
  [converter, 'desktop/src/converter/b.ts', "import '../renderer/http.ts'", "import 'react'", "import 'zod'"],
  [electron, 'desktop/src/renderer/imports/e.ts', "import 'electron'", "import type { X } from 'electron/renderer'"],
  [browser, 'desktop/src/renderer/f.ts', "import 'node:path'", "import 'fs/promises'"],
  [browser, 'portal/src/c.ts', "import 'node:fs'"],
  [
    shell,
    'desktop/src/renderer/imports/g.tsx',
    "import '../shell/menu.tsx'",
    "import type { X } from '../app.tsx'",
    "import type { X } from '../alumni/queries.ts'",
    "export * from '../of-tomorrow/x.ts'",
    "const X = lazy(() => import('../imports-of-tomorrow/x.tsx'))",
  ],
  [shell, 'desktop/src/renderer/of-tomorrow/deep/g.tsx', "import '../../imports/g.tsx'", "import '../../main.ts'"],
  [
    ui,
    'desktop/src/renderer/ui/h.tsx',
    "import '../imports/queries.ts'",
    "const X = lazy(() => import('../alumni/page.tsx'))",
    "import '../domain/people/ways.tsx'",
    "import '@alumni/shared/alumni/record'",
  ],
  [domain, 'desktop/src/renderer/domain/people/h.tsx', "import '../../imports/queries.ts'"],
  [ui, 'desktop/src/renderer/ui/charts/i.tsx', "import type { X } from '../../of-tomorrow/x.ts'"],
]

const sound: [file: string, ...lines: string[]][] = [
  [
    'shared/src/ok.ts',
    "import { z } from 'zod'",
    "import punycode from 'punycode.js'",
    "import { x } from './errors.ts'",
  ],
  ['shared/src/ok.test.ts', "import { test } from 'vitest'"],
  [
    'server/src/exchange/imports/ok.ts',
    "import '@alumni/shared/exchange/imports'",
    "import '../../staff/index.ts'",
    "import '../../foundations/database/orm.ts'",
    "import './types/contacts.ts'",
    "import '../crm/queue-change.ts'",
    "import 'node:fs'",
    'const text = "import \'../../staff/accounts/sessions.ts\'"',
    "// import '../../staff/accounts/sessions.ts'",
  ],
  ['server/src/exchange/imports/types.ts', "import '../values.ts'"],
  [
    'server/src/exchange/imports/ok.test.ts',
    "import '../../../testing/test-app.ts'",
    "import '../../staff/accounts/sessions.ts'",
  ],
  [
    'server/src/exchange/imports/testing/story.ts',
    "import '../../../app.ts'",
    "import '../../../staff/accounts/sessions.ts'",
  ],
  ['server/testing/test-app.ts', "import '../src/app.ts'", "import '../src/staff/accounts/sessions.ts'"],
  ['server/bench/ok.ts', "import '../testing/random.ts'", "import '../src/app.ts'", "import '../demo/names.ts'"],
  ['server/src/app.ts', "import './staff/routes.ts'", "import './foundations/index.ts'"],
  ['server/src/schema.ts', "import './staff/accounts/entities.ts'", "import './foundations/mail/entities.ts'"],
  ['server/src/start.ts', "import './app.ts'"],
  ['server/src/foundations/http/ok.ts', "import '../process/config.ts'", "import '../files/files.ts'"],
  [
    'worker/src/ok.ts',
    "import '@alumni/server/worker'",
    "import '@alumni/shared/exchange/imports'",
    "import 'node:fs'",
  ],
  ['worker/src/ok.test.ts', "import '@alumni/server/testing/test-app'"],
  ['desktop/src/renderer/ok.tsx', "import '@alumni/shared/exchange/imports'", "import '../ipc.ts'", "import 'react'"],
  ['desktop/src/renderer/imports/ok.tsx', "import '../ui/table.tsx'", "import '../http.ts'", "import './queries.ts'"],
  ['desktop/src/renderer/domain/people/ok.tsx', "import '../searches/x.ts'", "import '@alumni/shared/alumni/record'"],
  ['desktop/src/renderer/shell/ok.tsx', "import '../imports/queries.ts'", "import '../ui/table.tsx'"],
  ['desktop/src/renderer/ui/ok.tsx', "import './table.tsx'", "import '../http.ts'", "import '@mantine/core'"],
  ['desktop/src/converter/ok.ts', "import 'papaparse'", "import '@alumni/shared/csv'", "import './days.ts'"],
  [
    'desktop/src/main/ok.ts',
    "import '../ipc.ts'",
    "import '../converter/session.ts'",
    "import 'electron'",
    "import 'node:path'",
  ],
  ['desktop/vite.config.ok.ts', "import 'node:path'"],
  ['portal/src/ok.ts', "import '@alumni/shared/portal'", "import './pages.ts'"],
  ['e2e/journeys/ok.ts', "import '@alumni/server/worker'", "import '../fixtures/staff.ts'", "import 'node:fs'"],
  ['scripts/ok.ts', "import '../server/src/foundations/process/config.ts'"],
]

const svelte = [
  '<p>import what you like</p>',
  '<script module lang="ts">',
  "  import '@alumni/server/worker'",
  '</script>',
  '<script lang="ts">',
  "  import type { X } from '@alumni/worker'",
  "  import '@alumni/shared/portal'",
  '</script>',
  "{#await import('../../../desktop/src/ipc.ts') then x}<b>{x}</b>{/await}",
]

let folder: string
let complaints: string[]
let unexpected: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alumni-arrows-'))
  const [breaking, allowed] = [join(folder, 'breaking'), join(folder, 'allowed')]
  for (const [, file, ...lines] of broken) await write(breaking, file, lines)
  await write(breaking, 'portal/src/routes/Page.svelte', svelte)
  for (const [file, ...lines] of sound) await write(allowed, file, lines)
  complaints = brokenArrows(breaking)
  unexpected = brokenArrows(allowed)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(broken)('%s: %s', (message, file, ...lines) => {
  expect(complaintsAbout(file)).toEqual(
    lines.map((_line, index) => expect.stringMatching(new RegExp(`^${file}:${index + 1} .*${message}`))),
  )
})

test('imports in an allowed direction are accepted', () => {
  expect(unexpected).toEqual([])
})

test('a Svelte file is checked with both of its scripts and its markup', () => {
  expect(complaintsAbout('portal/src/routes/Page.svelte')).toEqual([
    expect.stringContaining(`Page.svelte:3 ${faceOnly}`),
    expect.stringContaining(`Page.svelte:6 ${faceOnly}`),
    expect.stringContaining(`Page.svelte:9 ${byPackage}`),
  ])
})

test('circular imports are found between files, type imports included, and between folders', async () => {
  const circles = join(folder, 'circles')
  await write(circles, 'server/src/foundations/http/a.ts', ["import { b } from './b.ts'"])
  await write(circles, 'server/src/foundations/http/b.ts', ["import type { A } from './c.ts'"])
  await write(circles, 'server/src/foundations/http/c.ts', ["type A = import('./a.ts').A"])
  await write(circles, 'server/src/exchange/imports/scan.ts', ["import type { x } from '../crm/changes.ts'"])
  await write(circles, 'server/src/exchange/crm/changes.ts', ['export const x = 1'])
  await write(circles, 'server/src/exchange/crm/conflicts.ts', ["const y = await import('../giving/years.ts')"])
  await write(circles, 'server/src/exchange/giving/years.ts', ["export { z } from '../imports/rows.ts'"])
  await write(circles, 'server/src/exchange/imports/rows.ts', ['export const z = 1'])
  await write(circles, 'server/src/exchange/imports/rows.test.ts', ["import '../events-api/batch.ts'"])
  await write(circles, 'server/src/exchange/events-api/batch.ts', ["import '../imports/rows.ts'"])
  const [http, exchange] = ['server/src/foundations/http', 'server/src/exchange']
  expect(brokenArrows(circles)).toEqual([
    `${http}/a.ts → ${http}/b.ts, ${http}/b.ts → ${http}/c.ts, ${http}/c.ts → ${http}/a.ts. Files import each other in a circle.`,
    `${exchange}/crm → ${exchange}/giving, ${exchange}/giving → ${exchange}/imports, ${exchange}/imports → ${exchange}/crm. Folders import each other in a circle.`,
  ])
})

test('product files may import only their package’s dependencies, tests and tools anything', async () => {
  const install = join(folder, 'install')
  await write(install, 'server/package.json', ['{ "dependencies": { "pg": "8.0.0", "@mikro-orm/core": "7.0.0" } }'])
  await write(install, 'worker/package.json', ['{ "dependencies": {} }'])
  const imports = [
    "import 'pg'",
    "import '@mikro-orm/core/x'",
    "import 'node:fs'",
    "import './b.ts'",
    "import 'vitest'",
  ]
  for (const file of ['src/a.ts', 'src/a.test.ts', 'src/testing/a.ts', 'demo/a.ts'])
    await write(install, `server/${file}`, imports)
  await write(install, 'worker/src/a.ts', ["import type { X } from 'pg'"])
  expect(undeclaredImports(install)).toEqual([
    'server/src/a.ts:5 vitest is not among the dependencies of server.',
    'worker/src/a.ts:1 pg is not among the dependencies of worker.',
  ])
})

async function write(root: string, file: string, lines: string[]): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true })
  await writeFile(join(root, file), `${lines.join('\n')}\n`)
}

function complaintsAbout(file: string): string[] {
  return complaints.filter((complaint) => complaint.startsWith(`${file}:`))
}
