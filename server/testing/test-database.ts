import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { inject } from 'vitest'
import { validateRows } from '../src/foundations/database/select-raw.ts'
import { withClient } from '../src/foundations/database/with-client.ts'
import { templateDatabase } from './global-setup.ts'

validateRows()

export type TestDatabase = { app: string; owner: string; postgres: string; drop(): Promise<void> }

/** Creates a migrated, empty database, or a copy of `template` (`template0` is completely empty). */
export async function createTestDatabase(template = templateDatabase): Promise<TestDatabase> {
  const cluster = inject('cluster')
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = (of: string, database = name) => of.replace('{database}', database)
  const asOwner = (statement: string) => runOn(url(cluster.owner, 'postgres'), statement)
  await retryWhileInUse(() => asOwner(`create database ${name} template ${template} strategy file_copy`))
  return {
    app: url(cluster.app),
    owner: url(cluster.owner),
    postgres: url(cluster.postgres),
    drop: () => runOn(url(cluster.postgres, 'postgres'), `drop database if exists ${name} with (force)`),
  }
}

/** The service itself has no permission to delete audit entries. */
export function forgetAuditEntries(database: TestDatabase): Promise<void> {
  return runOn(database.owner, 'delete from audit_entries')
}

export async function runOn(url: string, statement: string): Promise<void> {
  await withClient(url, (client) => client.query(statement))
}

/** PostgreSQL refuses one of two files that copy the template at the same moment. */
async function retryWhileInUse(work: () => Promise<void>, tries = 50): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '55006' || tries === 0) throw error
    await pause(50)
    await retryWhileInUse(work, tries - 1)
  }
}
