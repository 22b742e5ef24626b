import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root } from './run-command.ts'
import { StartProblem } from './start/start-problem.ts'

export type FrontEnd = {
  workspace: 'desktop' | 'portal'
  name: string
  builds: string[][]
  page: string
  /** The folder that the server serves to browsers. */
  assets?: string
  sources: string[]
}

const sharedSources = ['shared/src', 'package-lock.json']
const compressor = 'scripts/front-ends.ts'
export const frontEnds: FrontEnd[] = [
  {
    workspace: 'desktop',
    name: 'Staff app',
    builds: [[]],
    page: 'desktop/dist/renderer/index.html',
    assets: 'desktop/dist/renderer/assets',
    sources: [...sharedSources, compressor, 'desktop/src', 'desktop/build', 'desktop/vite.config.ts'],
  },
  {
    workspace: 'desktop',
    name: 'Desktop app',
    builds: [
      ['--config', 'vite.main.config.ts'],
      ['--config', 'vite.main.config.ts', '--mode', 'preload'],
    ],
    page: 'desktop/dist/main/start.cjs',
    sources: [...sharedSources, 'package.json', 'desktop/src', 'desktop/vite.main.config.ts'],
  },
  {
    workspace: 'portal',
    name: 'Alumni site',
    builds: [[], ['--ssr', 'src/entry-server.ts']],
    page: 'portal/dist/client/index.html',
    assets: 'portal/dist/client/assets/portal',
    sources: [...sharedSources, compressor, 'portal/src', 'portal/index.html', 'portal/vite.config.ts'],
  },
]

/** `isQuick` skips compression, which browsers on this machine do not need. */
type BuildOptions = { isQuick?: boolean }
const uncompressed = ' uncompressed'

/** Compares the contents of sources, because a clone or checkout changes their times. */
export function isBuilt(frontEnd: FrontEnd, { isQuick = false }: BuildOptions = {}): boolean {
  if (!existsSync(join(root, frontEnd.page)) || !existsSync(stampOf(frontEnd))) return false
  const stamp = readFileSync(stampOf(frontEnd), 'utf8')
  const digest = digestOf(frontEnd)
  return stamp === digest || (isQuick && stamp === digest + uncompressed)
}

export async function buildFrontEnd(frontEnd: FrontEnd, { isQuick = false }: BuildOptions = {}): Promise<number> {
  const started = performance.now()
  const digest = digestOf(frontEnd)
  for (const args of frontEnd.builds) await runVite(frontEnd, args)
  if (frontEnd.assets && !isQuick) await compressFiles(join(root, frontEnd.assets))
  writeFileSync(stampOf(frontEnd), frontEnd.assets && isQuick ? digest + uncompressed : digest)
  return (performance.now() - started) / 1000
}

async function runVite({ workspace, name }: FrontEnd, args: string[]): Promise<void> {
  const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...args]
  const building = promisify(execFile)(process.execPath, vite, { cwd: join(root, workspace) })
  const kill = () => building.child.kill()
  process.once('exit', kill)
  try {
    await building
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new StartProblem(`${name} could not be built:\n${stdout}${stderr}`)
  } finally {
    process.off('exit', kill)
  }
}

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

/** Writes compressed copies of scripts and styles, which the server sends to browsers that accept them. */
async function compressFiles(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => /\.(?:css|js)$/.test(name)).map((name) => join(folder, name))
  await Promise.all(
    files.map(async (file) => {
      const source = await readFile(file)
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: source.length }
      await writeFile(`${file}.br`, await toBrotli(source, { params }))
      await writeFile(`${file}.gz`, await toGzip(source, { level: 9 }))
    }),
  )
}

function stampOf({ workspace, name }: FrontEnd): string {
  return join(root, workspace, `dist/.built-${name.toLowerCase().replace(' ', '-')}`)
}

function digestOf({ sources }: FrontEnd): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(source))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(source: string): string[] {
  if (!existsSync(join(root, source))) return []
  if (statSync(join(root, source)).isFile()) return [source]
  const entries = readdirSync(join(root, source), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort()
}
