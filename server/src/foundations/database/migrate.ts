import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { defineConfig, MikroORM } from '@mikro-orm/postgresql'
import { Migration, Migrator } from '@mikro-orm/migrations'
import pg from 'pg'
import { NoDatabase } from './no-database.ts'
import { addressOf } from './orm.ts'
import { ownerSession } from './session.ts'
import { changeInBatches, inBatches } from './batches.ts'
import {
  isBeforeBaseline,
  isSecondHalf,
  migrationNames,
  migrationsFolder,
  migrationSql,
  requiredStop,
  sinceBaseline,
} from './migrations.ts'
import { withClient } from './with-client.ts'
import { inTransaction, withShortLocks, type Short, type Waiting } from './short-locks.ts'

/** A file of functions and triggers that may be run again and again: `create or replace` only. */
export type Routine = { name: string; url: URL }

export type Schema = {
  routines: Routine[]
  /** The processes of older releases that run on this database, in words: the second half of an upgrade waits for them. */
  olderProcesses: (owner: pg.Client) => Promise<string[]>
  migrations?: URL
}

/** This code cannot run on the database: it is older than the baseline, or a newer release has finished its upgrade. */
export class NeedsOtherRelease extends NoDatabase {}

export type MigrateOptions = { onWait?: Waiting | undefined; isRestoring?: boolean; isStopping?: AbortSignal }

/**
 * Brings the schema up to date as its owner, one process at a time: first migrations, each in a transaction of its own,
 * then the routines that have changed. Returns the names of what it ran. Left for later (`finishUpgrade`) is the second
 * half of the upgrade where older processes run, else its first change in batches and what comes behind it. It waits
 * for a lock no longer than a second at a time, so that nothing queues behind it.
 */
export async function migrate(
  ownerUrl: string,
  schema: Schema,
  { onWait = () => undefined, isRestoring = false }: MigrateOptions = {},
): Promise<string[]> {
  return asOwner(ownerUrl, onWait, async (client, short) => {
    await takeTurn(client)
    if (!isRestoring) await refuseUnfinishedRestore(client)
    await ensureAppRole(client)
    const { due } = await dueMigrations(client, schema)
    await runMigrations(ownerUrl, due, { client, short, folder: schema.migrations, onWait })
    const applied = await applyRoutines(client, schema.routines, short)
    await short('grants', () => client.query(appGrants))
    return [...due, ...applied]
  })
}

/**
 * Runs the second half of an upgrade once no process of an older release is left; names what it ran. Changes in batches
 * delay no start, and end between two batches when `isStopping`.
 */
export async function finishUpgrade(ownerUrl: string, schema: Schema, options: MigrateOptions = {}): Promise<string[]> {
  if (!migrationNames(schema.migrations).some(isSecondHalf)) return []
  const { onWait = () => undefined, isStopping } = options
  return asOwner(ownerUrl, onWait, async (client, short) => {
    const done: string[] = []
    const textOf = (name: string) => ({ name, text: migrationSql(name, schema.migrations) })
    const batching = { short, isStopping, onProgress: onWait }
    while (!isStopping?.aborted) {
      const { due, change } = await dueMigrations(client, schema)
      if (due.length > 0) done.push(...(await migrate(ownerUrl, schema, options)))
      else if (!change) break
      else if (await changeInBatches(client, textOf(change), batching)) done.push(change)
    }
    return done
  })
}

/** Works as the schema's owner, with a lock timeout of a second; `short` repeats a step that ran into it. */
async function asOwner<Result>(
  ownerUrl: string,
  onWait: Waiting,
  work: (client: pg.Client, short: Short) => Promise<Result>,
): Promise<Result> {
  const options = `${ownerSession} -c lock_timeout=1000`
  return withClient({ connectionString: ownerUrl, options, application_name: applicationName }, (client) =>
    work(client, (name, step) => withShortLocks(step, { ownerUrl, applicationName, name, onWait })),
  )
}

/** One process migrates at a time. It polls: an index that is built meanwhile would wait for a statement that waits. */
async function takeTurn(client: pg.Client): Promise<void> {
  const attempt = "select pg_try_advisory_lock(hashtext('alumni migrations')) as mine"
  while (!(await client.query<{ mine: boolean }>(attempt)).rows[0]!.mine) await pause(100)
}

/** A half restored backup would look complete, and its jobs would run. */
async function refuseUnfinishedRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(
    "select to_regclass('public.unfinished_restore') is not null as is_there",
  )
  if (rows[0]!.is_there)
    throw new NoDatabase(
      'A backup is being restored into this database, or the restore was cut off. Wait until it ends, or run it again.',
    )
}

/** The name of a migration among the connections of PostgreSQL. */
const applicationName = 'alumni migration'

type Client = Pick<pg.Client, 'query'>

/** The migrations that have not run yet, in order. */
export async function pendingMigrations(client: Client, folder = migrationsFolder): Promise<string[]> {
  const names = migrationNames(folder)
  const ran = await migrationsRun(client)
  if (isBeforeBaseline(ran))
    throw new NeedsOtherRelease(
      `This database is older than ${requiredStop.release}, or its upgrade to ${requiredStop.release} is not finished. First install ${requiredStop.release}, stop every process of an older release, wait two minutes and run "npm run migrate" of ${requiredStop.release}. Then install this release.`,
    )
  const since = new Set(sinceBaseline(ran))
  const newer = [...since].filter((name) => isSecondHalf(name) && !names.includes(name))
  if (newer.length > 0)
    throw new NeedsOtherRelease(
      `A newer release has finished upgrading this database (${newer.join(', ')}), so this release can no longer run on it. Start the newer one, or restore a backup from before the upgrade.`,
    )
  return names.filter((name) => !since.has(name))
}

/** Returns the names of the migrations in the order in which they ran. */
async function migrationsRun(client: Client): Promise<string[]> {
  // The app's role may read it after the first migrations only.
  const { rows: tables } = await client.query(
    "select from pg_class where oid = to_regclass('schema_migrations') and has_table_privilege(oid, 'select')",
  )
  if (tables.length === 0) return []
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by id')
  return rows.map(({ name }) => name)
}

type Due = {
  due: string[]
  /** The change in batches that comes next. */
  change?: string | undefined
}

/** A second half is due where no older process runs, and where the first half of a later release follows it. */
async function dueMigrations(client: pg.Client, { olderProcesses, migrations }: Schema): Promise<Due> {
  const pending = await pendingMigrations(client, migrations)
  if (!pending.some(isSecondHalf)) return { due: pending }
  const needed = pending.findLastIndex((name) => !isSecondHalf(name)) + 1
  if ((await olderProcesses(client)).length > 0) return { due: pending.slice(0, needed) }
  const change = pending.findIndex((name, index) => index >= needed && inBatches.test(migrationSql(name, migrations)))
  return change < 0 ? { due: pending } : { due: pending.slice(0, change), change: pending[change] }
}

type Running = { client: pg.Client; short: Short; folder: URL | undefined; onWait: Waiting }

async function runMigrations(
  ownerUrl: string,
  names: string[],
  { client, short, folder, onWait }: Running,
): Promise<void> {
  if (names.length === 0) return
  const orm = await MikroORM.init(
    defineConfig({
      ...addressOf(ownerUrl),
      entities: [],
      discovery: { warnWhenNoEntities: false },
      ensureDatabase: false,
      extensions: [Migrator],
      migrations: {
        migrationsList: migrationNames(folder).map((name) => asMigration(name, migrationSql(name, folder))),
        tableName: 'schema_migrations',
        snapshot: false,
        allOrNothing: false,
        silent: true,
      },
      pool: { min: 0, max: 1 },
      driverOptions: { options: `${ownerSession} -c lock_timeout=1000`, application_name: applicationName },
    }),
  )
  try {
    for (const name of names) {
      const text = migrationSql(name, folder)
      if (inBatches.test(text)) await changeInBatches(client, { name, text }, { short, onProgress: onWait })
      else await short(name, () => orm.migrator.up({ migrations: [name] }))
    }
  } finally {
    await orm.close()
  }
}

/**
 * An index that is built while people write, or a constraint that is checked while they do, cannot stand in a
 * transaction: such a file has that one statement, and begins with this line.
 */
export const outsideTransaction = /^-- outside a transaction\n/

function asMigration(name: string, text: string) {
  return {
    name,
    class: class extends Migration {
      override isTransactional(): boolean {
        return !outsideTransaction.test(text)
      }

      override up(): void {
        const [, index] = text.match(/^create (?:unique )?index concurrently (\w+)/m) ?? []
        // An index that a killed start has left is invalid, and in the way.
        if (index) this.addSql(`drop index concurrently if exists ${index}`)
        // Nothing queues behind these, and they wait for every transaction that runs.
        if (!this.isTransactional()) this.addSql("set lock_timeout = '5min'")
        this.addSql(text)
        if (!this.isTransactional()) this.addSql('reset lock_timeout')
      }
    },
  }
}

/** Applies the routines whose text has changed since, each in a transaction of its own. */
async function applyRoutines(client: pg.Client, routines: Routine[], short: Short): Promise<string[]> {
  const { rows } = await client.query<{ name: string; digest: string }>('select name, digest from schema_routines')
  const digests = new Map(rows.map(({ name, digest }) => [name, digest]))
  const applied: string[] = []
  for (const { name, url } of routines) {
    const text = readFileSync(url, 'utf8')
    const digest = createHash('sha256').update(text).digest('hex')
    if (digests.get(name) === digest) continue
    await short(name, () => applyRoutine(client, { name, text, digest }))
    applied.push(name)
  }
  return applied
}

async function applyRoutine(client: pg.Client, { name, text, digest }: Record<'name' | 'text' | 'digest', string>) {
  await inTransaction(client, async () => {
    await client.query(text)
    // Replaces an older digest; no other process writes here: `migrate` has its lock.
    await client.query(
      'insert into schema_routines (name, digest) values ($1, $2) on conflict (name) do update set digest = excluded.digest, applied_at = now()',
      [name, digest],
    )
  })
}

async function ensureAppRole(client: pg.Client): Promise<void> {
  try {
    const problem = await appRoleProblem(client)
    if (problem?.isMissing) await client.query('create role alumni_app nologin').catch(ignoreDuplicate)
    // From 16 on, the creator of a role is its member, and may not act as it.
    if (await appRoleProblem(client)) await client.query('grant alumni_app to current_user')
  } catch (error) {
    const problem = (error as { code?: string }).code === '42501' ? await appRoleProblem(client) : null
    throw problem ? new NoDatabase(`${problem.message} As a superuser: ${problem.statement}`) : error
  }
}

export type AppRoleProblem = { message: string; statement: string; isMissing: boolean }

/** Returns why a login cannot act as the role of the service, and what a superuser types against it; null if it can. */
export async function appRoleProblem(client: Pick<pg.Client, 'query'>): Promise<AppRoleProblem | null> {
  const { rows } = await client.query<{ login: string; may: boolean | null }>(
    `select current_user::text as login, (select pg_has_role(current_user, oid,
       case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)
     from pg_roles where rolname = 'alumni_app') as may`,
  )
  const { login, may } = rows[0]!
  if (may) return null
  const grant = `grant alumni_app to ${pg.escapeIdentifier(login)}`
  return may === null
    ? {
        message: 'The role alumni_app, as which the service acts, is not there.',
        statement: `create role alumni_app nologin; ${grant}`,
        isMissing: true,
      }
    : { message: `${login} may not act as alumni_app, the role of the service.`, statement: grant, isMissing: false }
}

const appGrants = `
revoke create on schema public from public;
grant usage on schema public to alumni_app;
grant select, insert, update, delete on all tables in schema public to alumni_app;
revoke insert, update, delete on schema_migrations, schema_routines, schema_cursors from alumni_app;
revoke update, delete on audit_entries from alumni_app;
grant usage on all sequences in schema public to alumni_app;
`

function ignoreDuplicate(error: { code?: string }): void {
  if (error.code !== '42710' && error.code !== '23505') throw error
}
