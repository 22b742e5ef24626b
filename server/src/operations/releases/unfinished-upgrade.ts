import { poolOf, type Db } from '../../foundations/database/db.ts'
import { NeedsOtherRelease, listPendingMigrations } from '../../foundations/database/migrate.ts'
import { isDeferred } from '../../foundations/database/migrations.ts'
import { listOlderProcesses } from './older-processes.ts'

/** Returns what an upgrade of the database still waits for and what to do, or null if no upgrade is unfinished. */
export async function findUnfinishedUpgrade(db: Db, folder?: URL): Promise<{ message: string; remedy: string } | null> {
  const client = await poolOf(db)
  try {
    const pending = await listPendingMigrations(client, folder)
    if (pending.length === 0) return null
    const older = await listOlderProcesses(client)
    if (!pending.every(isDeferred))
      return { message: `${pending.length} migrations of this release have not run.`, remedy: 'npm run migrate' }
    if (older.length > 0)
      return {
        message: `The second half of the upgrade waits for ${new Intl.ListFormat('en').format(older)} to stop.`,
        remedy: 'Stop them; a worker does the rest two minutes later, or: npm run migrate',
      }
    const { rows: changes } = await client.query<{ name: string; cursor: string }>(
      'select name, cursor from schema_cursors where name = any($1) and cursor is not null',
      [pending],
    )
    const [change] = changes
    return change
      ? {
          message: `The second half of the upgrade is under way: ${change.name} has come to ${change.cursor}.`,
          remedy: 'Leave it to the worker, or: npm run migrate',
        }
      : { message: 'The second half of the upgrade is due.', remedy: 'Wait a minute for a worker, or: npm run migrate' }
  } catch (error) {
    if (!(error instanceof NeedsOtherRelease)) throw error
    return { message: error.message, remedy: 'Install the release that it needs.' }
  }
}
