import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fetchedTools } from '../server/testing/fetched-tools.ts'
import { mustRun, runCommand } from './run-command.ts'

/** A Debian package, its program or library, the target path, and a command that verifies that it runs here. */
const programs = [
  ['prometheus', 'usr/bin/promtool', fetchedTools.promtool, (program: string) => [program, '--version']],
  ['caddy', 'usr/bin/caddy', fetchedTools.caddy, (program: string) => [program, 'version']],
  ['nginx', 'usr/sbin/nginx', fetchedTools.nginx, (program: string) => [program, '-v']],
  [
    'libfaketime',
    'usr/lib/*/faketime/libfaketimeMT.so.1',
    fetchedTools.faketime,
    (library: string) => ['env', `LD_PRELOAD=${library}`, 'FAKETIME=+1h', 'date'],
  ],
] as const
type Program = (typeof programs)[number]

/** Unpacks Debian packages without installing them, so that nothing is started. Tests without them are skipped. */
export async function ensureUnpackedPrograms(): Promise<void> {
  const missing = programs.filter(([, , target]) => !existsSync(target))
  if (missing.length === 0 || !existsSync('/usr/bin/apt-get')) return
  if (process.getuid?.() === 0) await runCommand('apt-get', ['update', '-qq'])
  for (const program of missing) await fetch(program)
}

async function fetch([name, path, target, proof]: Program): Promise<void> {
  mkdirSync(dirname(dirname(target)), { recursive: true })
  const folder = mkdtempSync(`${dirname(target)}-`)
  console.log(`  Fetching ${name} …`)
  try {
    await mustRun('sh', '-c', `cd '${folder}' && apt-get download -qq ${name}`)
    const file = readdirSync(folder).find((name) => name.endsWith('.deb'))!
    await mustRun('dpkg-deb', '--extract', join(folder, file), folder)
    const program = join(folder, globSync(path, { cwd: folder })[0]!)
    const [command = '', ...args] = proof(program)
    await mustRun(command, ...args)
    mkdirSync(dirname(target), { recursive: true })
    renameSync(program, target)
  } catch (error) {
    console.log(`  ${name} could not be fetched: ${(error as Error).message}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
