import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { defineConfig, MikroORM } from '@mikro-orm/postgresql'
import { Migration, Migrator } from '@mikro-orm/migrations'
import pg from 'pg'
import { NoDatabase } from './open-database.ts'
import { ownerSession } from './session.ts'
import { migrationNames, migrationSql } from './migrations.ts'

/** A file of functions and triggers that may be run again and again: `create or replace` only. */
export type Routine = { name: string; url: URL }

/**
 * Brings the schema up to date as its owner, one process at a time: first migrations, then the routines that have
 * changed. Returns the names of what it ran.
 */
export async function migrate(
  ownerUrl: string,
  routines: Routine[],
  { isRestoring = false }: { isRestoring?: boolean } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, options: session })
  await client.connect()
  try {
    await client.query(
      "set lock_timeout = 0; select pg_advisory_lock(hashtext('alumni migrations')); reset lock_timeout",
    )
    if (!isRestoring) await refuseUnfinishedRestore(client)
    await ensureAppRole(client)
    const migrations = await runMigrations(ownerUrl)
    const applied = await applyRoutines(client, routines, migrations.length > 0)
    await client.query(appGrants)
    return [...migrations, ...applied]
  } finally {
    await client.end()
  }
}

/** Half of a backup would be taken for all, and its past would wake up. */
async function refuseUnfinishedRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_there: boolean }>(
    "select to_regclass('public.unfinished_restore') is not null as is_there",
  )
  if (rows[0]!.is_there)
    throw new NoDatabase(
      'A backup is being restored into this database, or that was cut off. Wait until it has ended, or call it again.',
    )
}

const session = `${ownerSession} -c lock_timeout=10000`

async function runMigrations(ownerUrl: string): Promise<string[]> {
  const orm = await MikroORM.init(
    defineConfig({
      clientUrl: ownerUrl,
      entities: [],
      discovery: { warnWhenNoEntities: false },
      ensureDatabase: false,
      extensions: [Migrator],
      migrations: {
        migrationsList: migrationNames().map(asMigration),
        tableName: 'schema_migrations',
        snapshot: false,
        allOrNothing: true,
        silent: true,
      },
      pool: { min: 0, max: 1 },
      driverOptions: { options: session },
    }),
  )
  try {
    return (await orm.migrator.up()).map((migration) => migration.name)
  } finally {
    await orm.close()
  }
}

function asMigration(name: string) {
  return {
    name,
    class: class extends Migration {
      override up(): void {
        this.addSql(migrationSql(name))
      }
    },
  }
}

/**
 * Applies the routines whose text has changed since, or all of them after a migration, which may have made a table
 * anew.
 */
async function applyRoutines(client: pg.Client, routines: Routine[], areAllDue: boolean): Promise<string[]> {
  await client.query('begin')
  const { rows } = await client.query<{ name: string; digest: string }>('select name, digest from schema_routines')
  const digests = new Map(rows.map(({ name, digest }) => [name, digest]))
  const applied: string[] = []
  for (const { name, url } of routines) {
    const text = readFileSync(url, 'utf8')
    const digest = createHash('sha256').update(text).digest('hex')
    if (digests.get(name) === digest && !areAllDue) continue
    await client.query(text)
    // Replaces an older digest; no other process writes here: `migrate` holds its lock.
    await client.query(
      'insert into schema_routines (name, digest) values ($1, $2) on conflict (name) do update set digest = excluded.digest, applied_at = now()',
      [name, digest],
    )
    applied.push(name)
  }
  await client.query('commit')
  return applied
}

async function ensureAppRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from pg_roles where rolname = 'alumni_app'")
  if (!rowCount) await client.query('create role alumni_app nologin').catch(ignoreDuplicate)
  const { rows } = await client.query<{ may: boolean }>(
    "select pg_has_role(current_user, 'alumni_app', 'member') as may",
  )
  if (!rows[0]?.may) await client.query('grant alumni_app to current_user')
}

const appGrants = `
revoke create on schema public from public;
grant usage on schema public to alumni_app;
grant select, insert, update, delete on all tables in schema public to alumni_app;
revoke insert, update, delete on schema_migrations, schema_routines from alumni_app;
revoke update, delete on audit_entries from alumni_app;
grant usage on all sequences in schema public to alumni_app;
`

function ignoreDuplicate(error: { code?: string }): void {
  if (error.code !== '42710' && error.code !== '23505') throw error
}
