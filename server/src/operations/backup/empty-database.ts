import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { withClient } from '../../foundations/database/with-client.ts'
import { digestSettings } from './digests.ts'
import { BackupProblem } from './problem.ts'
import { readServerVersion } from './snapshot.ts'

/** A database to restore into. Servers refuse to use it until `open` is called. */
export type EmptyDatabase = {
  client: pg.Client
  start(): Promise<void>
  analyze(): Promise<void>
  open(): Promise<void>
  close(): Promise<void>
}

/** Connects to the database. Throws a `BackupProblem` if it has tables or its PostgreSQL is too old. */
export async function openEmptyDatabase(url: string, major: number): Promise<EmptyDatabase> {
  const session = { connectionString: url, options: digestSettings, application_name: 'alumni restore' }
  const client = new pg.Client(session)
  client.on('error', () => undefined) // The next statement reports the error.
  const { pathname, host } = new URL(url)
  const name = `${pathname.slice(1)} at ${host}`
  await client.connect().catch((error: Error) => {
    throw new BackupProblem(
      (error as { code?: string }).code === '3D000'
        ? `There is no database ${name}. Make an empty one: createdb ${pathname.slice(1)}.`
        : `The database ${name} does not let us in: ${error.message}.`,
    )
  })
  try {
    await prepare(client, name, major)
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    client,
    async start() {
      if (await hasTable(client, 'unfinished_restore'))
        await client.query('drop schema public cascade; create schema public')
      await client.query('create table unfinished_restore (began_at timestamptz not null default now())')
    },
    async analyze() {
      await withClient(session, (other) => other.query('analyze'))
    },
    async open() {
      await client.query('drop table unfinished_restore')
    },
    async close() {
      await client.end().catch(() => undefined)
    },
  }
}

async function prepare(client: pg.Client, name: string, major: number): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>(
    "select pg_try_advisory_lock(hashtext('alumni restore')) as free",
  )
  if (!rows[0]!.free) throw new BackupProblem(`Another restore into ${name} is running.`)
  const server = await readServerVersion(client)
  if (server.major < major)
    throw new BackupProblem(
      `The backup is of PostgreSQL ${major}, and ${name} is ${server.version}: restore into the same version or a later one.`,
    )
  if (!(await hasTable(client, 'unfinished_restore')) && (await hasTables(client)))
    throw new BackupProblem(`The database ${name} has tables already. Nothing was written; name an empty one.`)
}

async function hasTable(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    `public.${table}`,
  ])
  return rows[0]!.found
}

async function hasTables(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') limit 1",
  )
  return Boolean(rowCount)
}

const scratchPrefix = 'alumni_check_'

export async function withScratchDatabase<Result>(
  ownerUrl: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const url = new URL(ownerUrl)
  const name = `${scratchPrefix}${randomBytes(6).toString('hex')}`
  return withClient({ connectionString: ownerUrl, application_name: 'alumni restore' }, async (client) => {
    await dropAbandoned(client)
    await client.query(`create database ${name} template template0`).catch((error: { code?: string }) => {
      if (error.code !== '42501') throw error
      throw new BackupProblem(
        `The login ${url.username} may not make a database to try the backup in: ALTER ROLE ${url.username} CREATEDB.`,
      )
    })
    url.pathname = `/${name}`
    // If this fails, the next drill drops the database.
    return work(url.href).finally(() => client.query(`drop database if exists ${name}`).catch(() => undefined))
  })
}

async function dropAbandoned(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select d.datname as name from pg_database d where starts_with(d.datname, $1) and pg_has_role(d.datdba, 'member')
      and not exists (select from pg_stat_activity a where a.datid = d.oid)`,
    [scratchPrefix],
  )
  for (const { name } of rows)
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)}`).catch(() => undefined)
}
