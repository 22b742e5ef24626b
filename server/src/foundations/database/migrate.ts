import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { defineConfig, MikroORM } from '@mikro-orm/postgresql'
import { Migration, Migrator } from '@mikro-orm/migrations'
import pg from 'pg'
import { ignoreDuplicate } from './connection-loss.ts'
import { UnusableDatabase } from './unusable-database.ts'
import { toMikroOrmUrl } from './orm.ts'
import { ownerSession } from './session.ts'
import { changeInBatches, batchMarker } from './batches.ts'
import {
  isBeforeBaseline,
  isDeferred,
  listMigrations,
  migrationsFolder,
  readMigration,
  requiredStop,
  replaceBeforeBaseline,
} from './migrations.ts'
import { withClient } from './with-client.ts'
import { inTransaction, withShortLocks, type RunStep, type WaitListener } from './short-locks.ts'

/** A file of functions and triggers that can be applied repeatedly, because it uses only `create or replace`. */
export type Routine = { name: string; url: URL }

export type Schema = {
  routines: Routine[]
  /** Describes running processes of older releases. Deferred migrations wait until these stop. */
  listOlderProcesses: (owner: pg.Client) => Promise<string[]>
  migrations?: URL
}

/** The database is older than the baseline, or a newer release has run its deferred migrations. */
export class NeedsOtherRelease extends UnusableDatabase {}

export type MigrateOptions = { onWait?: WaitListener | undefined; isRestoring?: boolean; isStopping?: AbortSignal }

/** Runs due migrations, then applies changed routines, and returns the names of both. */
export async function migrate(
  ownerUrl: string,
  schema: Schema,
  { onWait = () => undefined, isRestoring = false }: MigrateOptions = {},
): Promise<string[]> {
  return asOwner(ownerUrl, onWait, async (client, runStep) => {
    await lockMigrations(client)
    if (!isRestoring) await refuseUnfinishedRestore(client)
    await ensureAppRole(client)
    const { due } = await findDueMigrations(client, schema)
    await runMigrations(ownerUrl, due, { client, runStep, folder: schema.migrations, onWait })
    const applied = await applyRoutines(client, schema.routines, runStep)
    await runStep('grants', () => client.query(appGrants))
    return [...due, ...applied]
  })
}

/** Runs the migrations that wait until no process of an older release runs. Returns their names. */
export async function runDeferredMigrations(
  ownerUrl: string,
  schema: Schema,
  options: MigrateOptions = {},
): Promise<string[]> {
  if (!listMigrations(schema.migrations).some(isDeferred)) return []
  const { onWait = () => undefined, isStopping } = options
  return asOwner(ownerUrl, onWait, async (client, runStep) => {
    const ranMigrations: string[] = []
    const textOf = (name: string) => ({ name, text: readMigration(name, schema.migrations) })
    const batching = { runStep, isStopping, onProgress: onWait }
    while (!isStopping?.aborted) {
      const { due, change } = await findDueMigrations(client, schema)
      if (due.length > 0) ranMigrations.push(...(await migrate(ownerUrl, schema, options)))
      else if (!change) break
      else if (await changeInBatches(client, textOf(change), batching)) ranMigrations.push(change)
    }
    return ranMigrations
  })
}

/** Connects as the schema's owner with a one-second lock timeout. `runStep` repeats a step that exceeds the timeout. */
async function asOwner<Result>(
  ownerUrl: string,
  onWait: WaitListener,
  work: (client: pg.Client, runStep: RunStep) => Promise<Result>,
): Promise<Result> {
  const options = `${ownerSession} -c lock_timeout=1000`
  return withClient({ connectionString: ownerUrl, options, application_name: applicationName }, (client) =>
    work(client, (name, step) => withShortLocks(step, { ownerUrl, applicationName, name, onWait })),
  )
}

/** Polls, because `create index concurrently` would wait for a session that is blocked on this lock. */
async function lockMigrations(client: pg.Client): Promise<void> {
  const attempt = "select pg_try_advisory_lock(hashtext('alumni migrations')) as is_locked"
  while (!(await client.query<{ is_locked: boolean }>(attempt)).rows[0]!.is_locked) await pause(100)
}

/** Throws if a restore is running or was interrupted, because the database looks complete and its jobs would run. */
async function refuseUnfinishedRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_unfinished: boolean }>(
    "select to_regclass('public.unfinished_restore') is not null as is_unfinished",
  )
  if (rows[0]!.is_unfinished)
    throw new UnusableDatabase(
      'A backup is being restored into this database, or the restore was cut off. Wait until it ends, or run it again.',
    )
}

const applicationName = 'alumni migration'

type Client = Pick<pg.Client, 'query'>

/** Returns migrations in running order. Throws `NeedsOtherRelease` if the database is too old or too new. */
export async function listPendingMigrations(client: Client, folder = migrationsFolder): Promise<string[]> {
  const names = listMigrations(folder)
  const ran = await listRanMigrations(client)
  if (isBeforeBaseline(ran))
    throw new NeedsOtherRelease(
      `This database is older than ${requiredStop.release}, or its upgrade to ${requiredStop.release} is not finished. First install ${requiredStop.release}, stop every process of an older release, wait two minutes and run "npm run migrate" of ${requiredStop.release}. Then install this release.`,
    )
  const executed = new Set(replaceBeforeBaseline(ran))
  const newer = [...executed].filter((name) => isDeferred(name) && !names.includes(name))
  if (newer.length > 0)
    throw new NeedsOtherRelease(
      `A newer release has finished upgrading this database (${newer.join(', ')}), so this release can no longer run on it. Start the newer one, or restore a backup from before the upgrade.`,
    )
  return names.filter((name) => !executed.has(name))
}

async function listRanMigrations(client: Client): Promise<string[]> {
  // The app's role can read the table only after the first migrations.
  const { rows: tables } = await client.query(
    "select from pg_class where oid = to_regclass('schema_migrations') and has_table_privilege(oid, 'select')",
  )
  if (tables.length === 0) return []
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by id')
  return rows.map(({ name }) => name)
}

type DueMigrations = {
  due: string[]
  change?: string | undefined
}

/** Returns the migrations to run now. Deferred ones wait for older processes to stop, unless regular ones follow. */
async function findDueMigrations(
  client: pg.Client,
  { listOlderProcesses, migrations }: Schema,
): Promise<DueMigrations> {
  const pending = await listPendingMigrations(client, migrations)
  if (!pending.some(isDeferred)) return { due: pending }
  const requiredCount = pending.findLastIndex((name) => !isDeferred(name)) + 1
  if ((await listOlderProcesses(client)).length > 0) return { due: pending.slice(0, requiredCount) }
  const change = pending.findIndex(
    (name, index) => index >= requiredCount && batchMarker.test(readMigration(name, migrations)),
  )
  return change < 0 ? { due: pending } : { due: pending.slice(0, change), change: pending[change] }
}

type RunOptions = { client: pg.Client; runStep: RunStep; folder: URL | undefined; onWait: WaitListener }

async function runMigrations(
  ownerUrl: string,
  names: string[],
  { client, runStep, folder, onWait }: RunOptions,
): Promise<void> {
  if (names.length === 0) return
  const orm = await MikroORM.init(
    defineConfig({
      ...toMikroOrmUrl(ownerUrl),
      entities: [],
      discovery: { warnWhenNoEntities: false },
      ensureDatabase: false,
      extensions: [Migrator],
      migrations: {
        migrationsList: listMigrations(folder).map((name) => toMigration(name, readMigration(name, folder))),
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
      const text = readMigration(name, folder)
      if (batchMarker.test(text)) await changeInBatches(client, { name, text }, { runStep, onProgress: onWait })
      else await runStep(name, () => orm.migrator.up({ migrations: [name] }))
    }
  } finally {
    await orm.close()
  }
}

/** Marks a file with one statement that cannot run in a transaction, such as `create index concurrently`. */
export const noTransactionMarker = /^-- outside a transaction\n/

function toMigration(name: string, text: string) {
  return {
    name,
    class: class extends Migration {
      override isTransactional(): boolean {
        return !noTransactionMarker.test(text)
      }

      override up(): void {
        const [, index] = text.match(/^create (?:unique )?index concurrently (\w+)/m) ?? []
        // An interrupted index build leaves an invalid index of the same name.
        if (index) this.addSql(`drop index concurrently if exists ${index}`)
        // A longer timeout, because these statements wait for every running transaction, but block no one.
        if (!this.isTransactional()) this.addSql("set lock_timeout = '5min'")
        this.addSql(text)
        if (!this.isTransactional()) this.addSql('reset lock_timeout')
      }
    },
  }
}

async function applyRoutines(client: pg.Client, routines: Routine[], runStep: RunStep): Promise<string[]> {
  const { rows } = await client.query<{ name: string; digest: string }>('select name, digest from schema_routines')
  const digests = new Map(rows.map(({ name, digest }) => [name, digest]))
  const applied: string[] = []
  for (const { name, url } of routines) {
    const text = readFileSync(url, 'utf8')
    const digest = createHash('sha256').update(text).digest('hex')
    if (digests.get(name) === digest) continue
    await runStep(name, () => applyRoutine(client, { name, text, digest }))
    applied.push(name)
  }
  return applied
}

async function applyRoutine(client: pg.Client, { name, text, digest }: Record<'name' | 'text' | 'digest', string>) {
  await inTransaction(client, async () => {
    await client.query(text)
    await client.query(
      'insert into schema_routines (name, digest) values ($1, $2) on conflict (name) do update set digest = excluded.digest, applied_at = now()',
      [name, digest],
    )
  })
}

async function ensureAppRole(client: pg.Client): Promise<void> {
  try {
    const problem = await findAppRoleProblem(client)
    if (problem?.isMissing) await client.query('create role alumni_app nologin').catch(ignoreDuplicate)
    // Since PostgreSQL 16, a role's creator is a member of the role but cannot act as it.
    if (await findAppRoleProblem(client)) await client.query('grant alumni_app to current_user')
  } catch (error) {
    const problem = (error as { code?: string }).code === '42501' ? await findAppRoleProblem(client) : null
    throw problem ? new UnusableDatabase(`${problem.message} As a superuser: ${problem.statement}`) : error
  }
}

export type AppRoleProblem = { message: string; statement: string; isMissing: boolean }

/** Returns why the login cannot act as the app's role, with a statement that fixes the problem, or null if it can. */
export async function findAppRoleProblem(client: Pick<pg.Client, 'query'>): Promise<AppRoleProblem | null> {
  const { rows } = await client.query<{ login: string; has_role: boolean | null }>(
    `select current_user::text as login, (select pg_has_role(current_user, oid,
       case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)
     from pg_roles where rolname = 'alumni_app') as has_role`,
  )
  const { login, has_role } = rows[0]!
  if (has_role) return null
  const grant = `grant alumni_app to ${pg.escapeIdentifier(login)}`
  return has_role === null
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
