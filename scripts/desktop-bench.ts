import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { z } from 'zod'
import { findElectron, findOnPath } from '../e2e/electron.ts'
import { commandLine } from '../server/src/foundations/process/command-line.ts'
import { buildFace, faces, isBuilt } from './built-faces.ts'
import { root } from './run-command.ts'

const usage = `npm run desktop-bench                  starts the desktop app five times and prints the medians
npm run desktop-bench -- --runs 11     more often
npm run desktop-bench -- --server URL  on the sign-in page of a server, instead of the first run`

const { runs, server } = commandLine(
  usage,
  { options: { runs: { type: 'string' }, server: { type: 'string' } } },
  ({ values }) =>
    z.object({ runs: z.coerce.number().int().min(1).default(5), server: z.url().optional() }).parse(values),
)
const figures = z.object({ shown: z.number(), painted: z.number(), memory: z.number() })

const electron = findElectron()
if (!electron) {
  console.error('There is no Electron: npx install-electron fetches it.')
  process.exit(1)
}
for (const face of faces.filter((each) => each.workspace === 'desktop' && !isBuilt(each))) await buildFace(face)
const folder = mkdtempSync(join(tmpdir(), 'alumni-desktop-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
writeFileSync(
  join(folder, 'package.json'),
  JSON.stringify({ name: 'alumni-relations-bench', version: '0.0.0', main: 'probe.cjs' }),
)
writeFileSync(join(folder, 'probe.cjs'), `require(${JSON.stringify(join(root, 'scripts/desktop/desktop-probe.cjs'))})`)

const measured: z.infer<typeof figures>[] = []
// The first start fills the caches of the disk and of the code.
for (let run = 0; run <= runs; run++) {
  const figure = await start()
  if (run > 0) measured.push(figure)
}
const median = (pick: (figure: z.infer<typeof figures>) => number) =>
  Math.round(measured.map(pick).toSorted((one, other) => one - other)[Math.floor(measured.length / 2)]!)
console.log(`${electron.name}, ${runs} starts, medians
  Window shown after start   ${median(({ shown }) => shown)} ms (limit 800)
  First paint of the page    ${median(({ painted }) => painted)} ms (limit 300)
  Memory at rest             ${median(({ memory }) => memory)} MiB, all processes
  App on the disk            ${(sizeOf(join(root, 'desktop/dist')) / 2 ** 20).toFixed(1)} MiB, beside Electron's ${(sizeOf(dirname(electron.path)) / 2 ** 20).toFixed(0)} MiB`)

async function start(): Promise<z.infer<typeof figures>> {
  const profile = join(folder, 'profile')
  mkdirSync(profile, { recursive: true })
  if (server) writeFileSync(join(profile, 'settings.json'), JSON.stringify({ address: new URL(server).origin }))
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [...asRoot, '--disable-gpu', `--user-data-dir=${profile}`, folder]
  const needsDisplay = process.platform === 'linux' && !process.env.DISPLAY && findOnPath('xvfb-run')
  const [program, all] = needsDisplay ? ['xvfb-run', ['-a', electron!.path, ...args]] : [electron!.path, args]
  const env = { ...process.env, DESKTOP_MAIN: join(root, 'desktop/dist/main/start.cjs') }
  const { stdout } = await promisify(execFile)(program, all, { env, timeout: 120_000 })
  return figures.parse(JSON.parse(/FIGURES (.*)/.exec(stdout)![1]!))
}

function sizeOf(place: string): number {
  if (!statSync(place).isDirectory()) return statSync(place).size
  return readdirSync(place)
    .filter((name) => name !== 'packages')
    .reduce((sum, name) => sum + sizeOf(join(place, name)), 0)
}
