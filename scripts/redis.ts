import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runCommand } from './run-command.ts'

/**
 * Installs redis-server where that needs no question; tests that want it say why they are skipped when there is none.
 */
export async function ensureRedis(): Promise<void> {
  const isThere = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'redis-server')))
  if (isThere || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('  Installing Redis …')
  // Its package would start a server, which no one asked for.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  await runCommand('apt-get', ['update', '-qq'], { env })
  const { isOk, output } = await runCommand('apt-get', ['install', '-y', '-qq', 'redis-server'], { env })
  if (!isOk) console.log(`  Redis could not be installed: ${output.split('\n').at(-1)}`)
}
