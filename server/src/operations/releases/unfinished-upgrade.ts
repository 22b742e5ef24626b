import { poolOf, type Db } from '../../foundations/database/db.ts'
import { NeedsOtherRelease, pendingMigrations } from '../../foundations/database/migrate.ts'
import { isSecondHalf } from '../../foundations/database/migrations.ts'
import { olderProcesses } from './older-processes.ts'

/** Describes the rest of an upgrade, and what to type; null where none is left. */
export async function unfinishedUpgrade(db: Db, folder?: URL): Promise<{ says: string; type: string } | null> {
  const client = await poolOf(db)
  try {
    const pending = await pendingMigrations(client, folder)
    if (pending.length === 0) return null
    const older = await olderProcesses(client)
    if (!pending.every(isSecondHalf))
      return { says: `${pending.length} migrations of this release have not run.`, type: 'npm run migrate' }
    if (older.length > 0)
      return {
        says: `The second half of the upgrade waits for ${new Intl.ListFormat('en').format(older)} to stop.`,
        type: 'Stop them; a worker does the rest two minutes later, or: npm run migrate',
      }
    const { rows: changes } = await client.query<{ name: string; cursor: string }>(
      'select name, cursor from schema_cursors where name = any($1) and cursor is not null',
      [pending],
    )
    const [change] = changes
    return change
      ? {
          says: `The second half of the upgrade is under way: ${change.name} has come to ${change.cursor}.`,
          type: 'Leave it to the worker, or: npm run migrate',
        }
      : { says: 'The second half of the upgrade is due.', type: 'Wait a minute for a worker, or: npm run migrate' }
  } catch (error) {
    if (!(error instanceof NeedsOtherRelease)) throw error
    return { says: error.message, type: 'Install the release that it needs.' }
  }
}
