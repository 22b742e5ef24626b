import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { featureCircles } from './arrows.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Each arrow with imports that break it. The rule is proven by its sentence appearing for exactly these files. */
const broken: [sentence: string, file: string, ...lines: string[]][] = [
  [
    'shared → zod only',
    'shared/src/a.ts',
    "import 'node:fs'",
    "import 'react'",
    "import '@alumni/server/worker'",
    "import '../../server/src/config.ts'",
    "import type { X } from 'fastify'",
    "export * from 'kysely'",
  ],
  [
    'the server knows no other workspace',
    'server/src/imports/a.ts',
    "import '@alumni/worker/x'",
    "import '../../../worker/src/start.ts'",
    "import type { X } from '@alumni/desktop'",
    "export { x } from '../../../portal/src/pages.ts'",
  ],
  ['Import shared as', 'server/src/imports/b.ts', "import '../../../shared/src/imports.ts'"],
  [
    'feature → feature only through its index.ts',
    'server/src/imports/c.ts',
    "import '../staff/sessions.ts'",
    "import type { X } from '../alumni/alumnus.ts'",
    "export * from '../events-api/batch.ts'",
  ],
  ['feature → feature only through its index.ts', 'server/src/imports/types/d.ts', "import '../../staff/sessions.ts'"],
  ['feature → feature only through its index.ts', 'server/src/pages/e.ts', "import '../content/page.ts'"],
  ['Only tests import testing/', 'server/src/giving/f.ts', "import '../testing/test-app.ts'"],
  ['Only tests import testing/', 'server/src/g.ts', "import './testing/test-app.ts'"],
  ...['jobs', 'mail', 'files', 'http', 'hosts', 'protection', 'database'].map((folder): [string, string, string] => [
    'feature → foundation, never back',
    `server/src/${folder}/i.ts`,
    "import '../staff/index.ts'",
  ]),
  ['the server knows no other workspace', 'server/src/imports/j.test.ts', "import '@alumni/portal/x'"],
  [
    "worker → server's exports",
    'worker/src/a.ts',
    "import '../../server/src/config.ts'",
    "import '@alumni/desktop/x'",
    "import '../../shared/src/imports.ts'",
  ],
  [
    'desktop → shared only',
    'desktop/src/renderer/a.tsx',
    "import '@alumni/server/worker'",
    "import '../../../server/src/config.ts'",
    "import type { X } from '@alumni/portal'",
  ],
  ['desktop → shared only', 'desktop/vite.config.ts', "import '../server/src/config.ts'"],
  [
    'main, preload and renderer meet only',
    'desktop/src/renderer/b.tsx',
    "import '../main/window.ts'",
    "import type { X } from '../preload/bridge.ts'",
  ],
  [
    'main, preload and renderer meet only',
    'desktop/src/main/c.ts',
    "import '../renderer/app.tsx'",
    "import '../preload/bridge.ts'",
  ],
  [
    'main, preload and renderer meet only',
    'desktop/src/preload/d.ts',
    "import '../renderer/app.tsx'",
    "import '../main/window.ts'",
  ],
  [
    'never electron',
    'desktop/src/renderer/imports/e.ts',
    "import 'electron'",
    "import type { X } from 'electron/renderer'",
  ],
  [
    'feature → ui, never shell',
    'desktop/src/renderer/catalog/g.tsx',
    "import '../shell/sections.ts'",
    "import type { X } from '../shell/sections.ts'",
  ],
  [
    'ui knows no feature',
    'desktop/src/renderer/ui/h.tsx',
    "import '../catalog/queries.ts'",
    "import '../shell/rail.tsx'",
  ],
  ['ui knows no feature', 'desktop/src/renderer/ui/words/i.ts', "import '../../alumni/countries.ts'"],
  ['no node: modules', 'desktop/src/renderer/f.ts', "import 'node:path'", "import 'fs/promises'"],
  ['portal → shared only', 'portal/src/a.ts', "import '@alumni/server/worker'", "import '../../server/src/config.ts'"],
  ['no node: modules', 'portal/src/b.ts', "import 'node:fs'"],
  ['portal → shared only', 'portal/src/routes/C.svelte', "import '@alumni/server/worker'"],
  [
    'e2e → what others export',
    'e2e/journeys/a.ts',
    "import '../../server/src/config.ts'",
    "import '../../desktop/src/ipc.ts'",
  ],
]

/** What the arrows allow must stay allowed. */
const sound: [file: string, ...lines: string[]][] = [
  ['shared/src/ok.ts', "import { z } from 'zod'", "import { x } from './errors.ts'"],
  [
    'server/src/imports/ok.ts',
    "import '@alumni/shared/imports'",
    "import '../staff/index.ts'",
    "import '../staff/staff-user.ts'",
    "import '../database/orm.ts'",
    "import './types/contacts.ts'",
    "import 'node:fs'",
  ],
  ['server/src/imports/ok.test.ts', "import '../testing/test-app.ts'", "import '../staff/sessions.ts'"],
  ['server/src/testing/ok.ts', "import '../staff/sessions.ts'"],
  ['server/src/ok.ts', "import './staff/index.ts'", "import './mail/mailer.ts'"],
  ['server/src/database/entities.ts', "import '../staff/staff-user.ts'"],
  [
    'worker/src/ok.ts',
    "import '@alumni/server/worker'",
    "import '@alumni/shared/imports'",
    "import './handlers.ts'",
    "import 'node:fs'",
  ],
  ['desktop/src/renderer/ok.tsx', "import '@alumni/shared/imports'", "import '../ipc.ts'", "import 'react'"],
  ['desktop/src/renderer/ui/ok.tsx', "import './words/days.ts'", "import '../http.ts'"],
  ['desktop/src/renderer/ui/charts/ok.tsx', "import '../remembered.ts'", "import '../../http.ts'"],
  ['desktop/src/renderer/shell/ok.tsx', "import '../alumni/queries.ts'", "import './sections.ts'"],
  ['desktop/src/main/ok.ts', "import '../ipc.ts'", "import 'electron'", "import 'node:path'"],
  ['desktop/vite.config.ts.ok.ts', "import 'node:path'"],
  ['portal/src/ok.ts', "import '@alumni/shared/portal'", "import './pages.ts'"],
  ['e2e/journeys/ok.ts', "import '@alumni/server/worker'", "import '../fixtures/staff.ts'", "import 'node:fs'"],
]

let folder: string
let complaints: {
  filename: string
  code: string
  message: string
  help?: string
  labels: { span: { line: number } }[]
}[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alumni-arrows-'))
  await cp(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  for (const [, file, ...lines] of broken)
    await write(file, file.endsWith('.svelte') ? ['<script lang="ts">', ...lines, '</script>'] : lines)
  for (const [file, ...lines] of sound) await write(file, lines)
  await write('server/src/circle/a.ts', ["import { b } from './b.ts'", 'export const a = () => b'])
  await write('server/src/circle/b.ts', ["import { a } from './a.ts'", 'export const b = () => a'])
  complaints = await lint()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(broken)('%s: %s', (sentence, file, ...lines) => {
  const offset = file.endsWith('.svelte') ? 2 : 1
  const told = about(file).filter(({ message, help }) => `${message} ${help}`.includes(sentence))
  expect(told.map(({ labels }) => labels[0]!.span.line - offset)).toEqual(lines.map((_line, index) => index))
})

test.each(sound)('%s may do what it does', (file) => {
  expect(about(file)).toEqual([])
})

test('files that import each other in a circle are found', () => {
  expect(
    complaints.filter(({ filename, code }) => filename.includes('circle/') && code.includes('no-cycle')),
  ).not.toEqual([])
})

describe('circles between features', () => {
  test('are found though no two files form one', async () => {
    await write('circles/alumni/index.ts', ["export * from './alumnus.ts'"])
    await write('circles/alumni/alumnus.ts', ['export const alumnus = 1'])
    await write('circles/alumni/history.ts', ["import type { batch } from '../imports/index.ts'"])
    await write('circles/imports/index.ts', ['export const batch = 1'])
    await write('circles/imports/types/contacts.ts', ["const staff = await import('../../staff/index.ts')"])
    await write('circles/staff/index.ts', ["export { alumnus } from '../alumni/index.ts'"])
    await write('circles/staff/index.test.ts', ["import '../imports/index.ts'"])
    await write('circles/http/page.ts', ["import '../staff/index.ts'"])
    expect(featureCircles(join(folder, 'circles'))).toEqual([
      'alumni → imports → staff → alumni (the last step in staff/index.ts)',
    ])
  })

  test('are absent here', () => {
    expect(featureCircles(join(root, 'server/src'))).toEqual([])
  })
})

async function write(file: string, lines: string[]): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), `${lines.join('\n')}\n`)
}

function about(file: string) {
  return complaints
    .filter(({ filename, code }) => filename === file && code.includes('no-restricted-imports'))
    .sort((one, other) => one.labels[0]!.span.line - other.labels[0]!.span.line)
}

function lint(): Promise<typeof complaints> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json', '.'],
      { cwd: folder, maxBuffer: 1e8 },
      (error, stdout) => {
        if (!stdout) return reject(error ?? new Error('oxlint said nothing'))
        resolve((JSON.parse(stdout) as { diagnostics: typeof complaints }).diagnostics)
      },
    )
  })
}
