import { randomBytes } from 'node:crypto'
import { readConfig } from '../src/foundations/process/config.ts'
import { openDatabase } from '../src/foundations/database/open-database.ts'
import { atEnd } from './at-end.ts'
import { Pgbouncer } from './pgbouncer.ts'
import { createTestDatabase, runOn, type TestDatabase } from './test-database.ts'

/** A database behind a PgBouncer of its own, with one login for servers and one for workers. */
export async function openPooledDatabase(): Promise<{
  pgbouncer: Pgbouncer
  database: TestDatabase
  /** The environment of a server, and of a worker. */
  server: Record<string, string>
  worker: Record<string, string>
  drop(): Promise<void>
}> {
  const direct = await createTestDatabase()
  const { login, url: workerUrl } = await createWorkerLogin(direct)
  const pgbouncer = await Pgbouncer.start([direct.app, workerUrl])
  const environment = (url: string) => ({
    DATABASE_POOLER: 'transaction',
    DATABASE_URL: pgbouncer.through(url),
    DIRECT_DATABASE_URL: url,
    MIGRATION_DATABASE_URL: direct.owner,
  })
  return {
    pgbouncer,
    database: direct,
    server: environment(direct.app),
    worker: environment(workerUrl),
    async drop() {
      await pgbouncer.remove()
      await direct.drop()
      await runOn(direct.postgres.replace(/\/[^/]+$/, '/postgres'), `drop role ${login}`)
    },
  }
}

async function createWorkerLogin(database: TestDatabase): Promise<{ login: string; url: string }> {
  const login = `alumni_worker_${randomBytes(4).toString('hex')}`
  await runOn(database.postgres, `create role ${login} login in role alumni_app password 'worker'`)
  return { login, url: Object.assign(new URL(database.app), { username: login, password: 'worker' }).href }
}

/** The same for a server that runs in the test's own process, and ends with it. */
export async function behindPooler() {
  const opened = await openPooledDatabase()
  atEnd(() => opened.drop())
  const { database, server } = opened
  const urls = { app: database.app, owner: database.owner, pooled: server.DATABASE_URL! }
  const login = { program: 'server', config: readConfig({ NODE_ENV: 'test' }) } as const
  await openDatabase(urls, { migrate: async () => [], patienceMs: 0, onWait: () => undefined, login })
  const pooled: TestDatabase = { ...database, app: urls.pooled, drop: async () => undefined }
  return { ...opened, urls, changes: { database: pooled, env: server } }
}
