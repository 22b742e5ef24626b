import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root, runCommand } from './run-command.ts'
import { StartProblem } from './start/start-problem.ts'

export type Face = {
  workspace: 'desktop' | 'portal'
  script: 'build' | 'build-app'
  name: string
  page: string
  /** The folder that the server sends to browsers. */
  assets?: string
  sources: string[]
}

const everyFace = ['shared/src', 'package-lock.json']
const compressor = 'scripts/built-faces.ts'
export const faces: Face[] = [
  {
    workspace: 'desktop',
    script: 'build',
    name: 'Staff app',
    page: 'desktop/dist/renderer/index.html',
    assets: 'desktop/dist/renderer/assets',
    sources: [...everyFace, compressor, 'desktop/src', 'desktop/build', 'desktop/vite.config.ts'],
  },
  {
    workspace: 'desktop',
    script: 'build-app',
    name: 'Desktop app',
    page: 'desktop/dist/main/start.cjs',
    sources: [...everyFace, 'package.json', 'desktop/src', 'desktop/vite.main.config.ts'],
  },
  {
    workspace: 'portal',
    script: 'build',
    name: 'Alumni site',
    page: 'portal/dist/client/index.html',
    assets: 'portal/dist/client/assets/portal',
    sources: [...everyFace, compressor, 'portal/src', 'portal/index.html', 'portal/vite.config.ts'],
  },
]

/** Compares the content of sources: times mean nothing after a clone or a checkout. */
export function isBuilt(face: Face): boolean {
  const stamp = stampOf(face)
  return existsSync(join(root, face.page)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOf(face)
}

/** Builds one face and answers the seconds it took. Throws with the output when it fails. */
export async function buildFace(face: Face): Promise<number> {
  const digest = digestOf(face)
  const { isOk, output, seconds } = await runCommand('npm', ['run', '--silent', face.script, '-w', face.workspace])
  if (!isOk) throw new StartProblem(`${face.name} could not be built:\n${output}`)
  const started = performance.now()
  if (face.assets) await compressFiles(join(root, face.assets))
  writeFileSync(stampOf(face), digest)
  return seconds + (performance.now() - started) / 1000
}

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

/** Writes scripts and styles compressed beside themselves; the server sends what a browser takes. */
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

function stampOf({ workspace, script }: Face): string {
  return join(root, workspace, `dist/.built-from-${script}`)
}

function digestOf({ sources }: Face): string {
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
