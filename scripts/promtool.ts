import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fetchedTools } from '../server/testing/fetched-tools.ts'
import { runCommand } from './run-command.ts'

/**
 * Fetches promtool from Debian's package, unpacked and not installed; tests that want it say that they are skipped when
 * there is none.
 */
export async function ensurePromtool(): Promise<void> {
  if (existsSync(fetchedTools.promtool) || !existsSync('/usr/bin/apt-get')) return
  const target = dirname(fetchedTools.promtool)
  mkdirSync(dirname(target), { recursive: true })
  const folder = mkdtempSync(`${target}-`)
  console.log('  Fetching promtool …')
  try {
    if (process.getuid?.() === 0) await runCommand('apt-get', ['update', '-qq'])
    await run('sh', '-c', `cd '${folder}' && apt-get download -qq prometheus`)
    const file = readdirSync(folder).find((name) => name.endsWith('.deb'))!
    await run('dpkg-deb', '--extract', join(folder, file), folder)
    const program = join(folder, 'usr/bin/promtool')
    await run(program, '--version')
    mkdirSync(target, { recursive: true })
    renameSync(program, fetchedTools.promtool)
  } catch (error) {
    console.log(`  promtool could not be fetched: ${(error as Error).message}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(command: string, ...args: string[]): Promise<void> {
  const { isOk, output } = await runCommand(command, args)
  if (!isOk) throw new Error(output.split('\n').at(-1))
}
