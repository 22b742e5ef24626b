import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '../process/config.ts'
import { UnusableFile } from '../process/stored-file.ts'
import { IgnoredOptions, isLossOfConnection, isOptionsRefusal, sqlState } from './connection-loss.ts'
import { assertPrimary } from './primary.ts'
import { databaseUrls, type DatabaseUrls } from './database.ts'
import { findAppRoleProblem, listPendingMigrations, type AppRoleProblem, type MigrateOptions } from './migrate.ts'
import { UnusableDatabase, DatabaseNotReady } from './unusable-database.ts'
import { isDeferred } from './migrations.ts'
import { appSession } from './session.ts'
import type { WaitListener } from './short-locks.ts'
import { withClient } from './with-client.ts'

type Migrate = (ownerUrl: string, options: MigrateOptions) => Promise<string[]>
type OpenOptions = { migrate: Migrate; timeoutMs: number; onWait: WaitListener }
const maxWaitMs = 10 * 60_000

/** With a `log`, waits up to ten minutes for the database. Exits with 1 if the database is unusable. */
export async function prepareDatabase(
  config: Config,
  migrate: Migrate,
  log?: { warn(about: { reason: string }, message: string): void; info(message: string): void },
): Promise<DatabaseUrls & { migrated: string[] }> {
  const leave = () => process.exit(0)
  process.once('SIGTERM', leave).once('SIGINT', leave)
  let hasWaited = false
  const onWait = (message: string) => {
    hasWaited = true
    log?.warn({ reason: message }, 'the database is waited for')
  }
  try {
    const urls = await databaseUrls(config)
    const mayMigrate = !log || config.MIGRATE_ON_START
    const migrated = await migrateWhenReachable(urls, {
      migrate: mayMigrate ? migrate : () => assertSchema(urls.app),
      timeoutMs: log ? maxWaitMs : 0,
      onWait,
    })
    if (hasWaited) log?.info('PostgreSQL answers.')
    return { ...urls, migrated }
  } catch (error) {
    if (!(error instanceof UnusableDatabase || error instanceof UnusableFile)) throw error
    console.error(error.message)
    return process.exit(1)
  } finally {
    process.off('SIGTERM', leave).off('SIGINT', leave)
  }
}

/** Migrates once both logins can connect. Throws `UnusableDatabase` if a login is refused or `timeoutMs` have passed. */
export async function migrateWhenReachable(
  { app, owner }: DatabaseUrls,
  { migrate, timeoutMs, onWait }: OpenOptions,
): Promise<string[]> {
  let hasWaited = false
  for (const deadline = performance.now() + timeoutMs; ; await pause(500)) {
    try {
      await checkConnection(app)
      await checkConnection(owner)
      const migrated = await migrate(owner, { onWait })
      const problem = await findRoleProblem(app)
      if (problem) throw new UnusableDatabase(`${problem.message} As a superuser: ${problem.statement}`)
      return migrated
    } catch (error) {
      if (!(error instanceof UnusableDatabase) && !isLossOfConnection(error)) throw error
      const problem =
        error instanceof UnusableDatabase ? error : new UnusableDatabase(describeError(owner, error), { cause: error })
      const isTemporary =
        problem instanceof DatabaseNotReady || (isLossOfConnection(problem) && !isOptionsRefusal(problem))
      if (!isTemporary || performance.now() >= deadline) throw problem
      if (!hasWaited) onWait(`${problem.message} Waiting for it.`)
      hasWaited = true
    }
  }
}

async function assertSchema(appUrl: string): Promise<string[]> {
  const problem = await findRoleProblem(appUrl)
  if (problem)
    throw new DatabaseNotReady(`${problem.message} Run "npm run migrate", or as a superuser: ${problem.statement}`)
  const all = await withClient({ connectionString: appUrl, options: appSession }, listPendingMigrations)
  const pending = all.filter((name) => !isDeferred(name))
  if (pending.length === 0) return []
  throw new DatabaseNotReady(
    `The schema lacks ${pending.length} of this release's migrations (${pending.at(-1)}): run npm run migrate.`,
  )
}

export function findRoleProblem(url: string): Promise<AppRoleProblem | null> {
  return withClient({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 }, findAppRoleProblem)
}

/** Throws `UnusableDatabase` if PostgreSQL is unreachable, read-only, or behind a pooler that refuses or drops options. */
export async function checkConnection(url: string): Promise<void> {
  const options = '-c statement_timeout=5001'
  const config = { connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000, options }
  await withClient(config, async (client) => {
    await assertPrimary(client)
    await assertOptions(client)
  }).catch((error: Error) => {
    throw new UnusableDatabase(describeError(url, error), { cause: error })
  })
}

async function assertOptions(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select 1 where current_setting('statement_timeout') = '5001ms'")
  if (!rowCount) throw new IgnoredOptions('they are dropped')
}

function describeError(url: string, error: unknown): string {
  const { hostname, port } = new URL(url)
  const { code, message } = error as { code?: string; message: string }
  const server = `PostgreSQL at ${hostname}:${port || 5432}`
  if (isOptionsRefusal(error))
    return `${server} is a pooler that takes no connection with options (${message}). Name PostgreSQL itself in DATABASE_URL and MIGRATION_DATABASE_URL.`
  if (code === '25006') return `${server} is a standby that only reads.`
  return sqlState(error) ? `${server} refuses: ${message}.` : `${server} does not answer (${code ?? message}).`
}
