import { defineConfig, MikroORM } from '@mikro-orm/postgresql'
import { Migrator } from '@mikro-orm/migrations'
import pg from 'pg'
import { entities } from './entities.ts'
import { CrmPages } from './migrations/2026-11-20-crm-pages.ts'
import { Foundation } from './migrations/2026-11-20-foundation.ts'
import { AlumniEmails } from './migrations/2026-11-21-alumni-emails.ts'
import { BatchSearch } from './migrations/2026-11-21-batch-search.ts'
import { ChampionSignups } from './migrations/2026-11-21-champion-signups.ts'
import { EventsApi } from './migrations/2026-11-21-events-api.ts'
import { InternalApi } from './migrations/2026-11-21-internal-api.ts'
import { AlumniSearch } from './migrations/2026-11-21-alumni-search.ts'
import { EngagementStatistics } from './migrations/2026-11-21-engagement-statistics.ts'
import { Letters } from './migrations/2026-11-21-letters.ts'
import { NamesInMemory } from './migrations/2026-11-21-names-in-memory.ts'

const migrationsList = [
  { name: '2026-11-20-foundation', class: Foundation },
  { name: '2026-11-20-crm-pages', class: CrmPages },
  { name: '2026-11-21-champion-signups', class: ChampionSignups },
  { name: '2026-11-21-alumni-emails', class: AlumniEmails },
  { name: '2026-11-21-events-api', class: EventsApi },
  { name: '2026-11-21-internal-api', class: InternalApi },
  { name: '2026-11-21-batch-search', class: BatchSearch },
  { name: '2026-11-21-alumni-search', class: AlumniSearch },
  { name: '2026-11-21-engagement-statistics', class: EngagementStatistics },
  { name: '2026-11-21-names-in-memory', class: NamesInMemory },
  { name: '2026-11-21-letters', class: Letters },
]

/** Brings the schema up to date as its owner, one process at a time. Returns the names of what it ran. */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const lock = new pg.Client({ connectionString: ownerUrl })
  await lock.connect()
  try {
    await lock.query("select pg_advisory_lock(hashtext('alumni migrations'))")
    await ensureAppRole(lock)
    const ran = await runMigrations(ownerUrl)
    await lock.query(appGrants)
    return ran
  } finally {
    await lock.end()
  }
}

async function runMigrations(ownerUrl: string): Promise<string[]> {
  const orm = await MikroORM.init(
    defineConfig({
      clientUrl: ownerUrl,
      entities,
      ensureDatabase: false,
      extensions: [Migrator],
      migrations: { migrationsList, tableName: 'schema_migrations', snapshot: false, allOrNothing: true, silent: true },
      schemaGenerator: { skipTables: [/^agenda_/, 'job_outbox', 'letters'] },
      pool: { min: 0, max: 1 },
      driverOptions: { options: '-c lock_timeout=10000' },
    }),
  )
  try {
    return (await orm.migrator.up()).map((migration) => migration.name)
  } finally {
    await orm.close()
  }
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
revoke insert, update, delete on schema_migrations from alumni_app;
grant usage on all sequences in schema public to alumni_app;
`

function ignoreDuplicate(error: { code?: string }): void {
  if (error.code !== '42710' && error.code !== '23505') throw error
}
