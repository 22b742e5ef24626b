import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fetchedTools } from '../server/testing/fetched-tools.ts'
import { runCommand } from './run-command.ts'

/** Debian's package, the program in it, and what proves that it runs here. */
const programs = [
  ['prometheus', 'usr/bin/promtool', fetchedTools.promtool, '--version'],
  ['caddy', 'usr/bin/caddy', fetchedTools.caddy, 'version'],
  ['nginx', 'usr/sbin/nginx', fetchedTools.nginx, '-v'],
] as const

/**
 * Fetches programs from Debian's packages, unpacked and not installed: nothing is started. Tests that want one say that
 * they are skipped when there is none.
 */
export async function ensureUnpackedPrograms(): Promise<void> {
  const missing = programs.filter(([, , target]) => !existsSync(target))
  if (missing.length === 0 || !existsSync('/usr/bin/apt-get')) return
  if (process.getuid?.() === 0) await runCommand('apt-get', ['update', '-qq'])
  for (const [name, path, target, proof] of missing) await fetch(name, path, target, proof)
}

async function fetch(name: string, path: string, target: string, proof: string): Promise<void> {
  mkdirSync(dirname(dirname(target)), { recursive: true })
  const folder = mkdtempSync(`${dirname(target)}-`)
  console.log(`  Fetching ${name} …`)
  try {
    await run('sh', '-c', `cd '${folder}' && apt-get download -qq ${name}`)
    const file = readdirSync(folder).find((name) => name.endsWith('.deb'))!
    await run('dpkg-deb', '--extract', join(folder, file), folder)
    const program = join(folder, path)
    await run(program, proof)
    mkdirSync(dirname(target), { recursive: true })
    renameSync(program, target)
  } catch (error) {
    console.log(`  ${name} could not be fetched: ${(error as Error).message}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(command: string, ...args: string[]): Promise<void> {
  const { isOk, output } = await runCommand(command, args)
  if (!isOk) throw new Error(output.split('\n').at(-1))
}
