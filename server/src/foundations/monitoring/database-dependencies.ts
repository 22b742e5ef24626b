import { sql } from 'kysely'
import { poolOf, type Db } from '../database/db.ts'
import { listPendingMigrations } from '../database/migrate.ts'
import { isDeferred } from '../database/migrations.ts'
import type { Dependency } from './readiness.ts'

export function listDatabaseDependencies(db: Db): Dependency[] {
  return [
    {
      name: 'database',
      check: () => sql`select 1`.execute(db),
      good: 'PostgreSQL answers.',
      bad: 'PostgreSQL does not answer: check whether it runs, and DATABASE_URL.',
    },
    {
      name: 'schema',
      check: () => assertSchema(db),
      good: 'The schema is that of this release.',
      bad: 'The schema is not that of this release, or cannot be read: npm run migrate brings it up to date.',
    },
  ]
}

/** Ignores deferred migrations, which may be waiting for older processes to stop. */
async function assertSchema(db: Db): Promise<void> {
  const missing = (await listPendingMigrations(await poolOf(db))).filter((name) => !isDeferred(name))
  if (missing.length > 0) throw new Error(`Migrations have not run: ${missing.join(', ')}`)
}
