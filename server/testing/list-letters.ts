import { sql } from 'kysely'
import type { Db } from '../src/foundations/database/db.ts'

/** Notes of every draft of a letter to a list that someone has read a test of it as it is now. */
export async function markTested(db: Db): Promise<void> {
  await db
    .updateTable('list_letters')
    .set({ tested_version: sql<number>`version` })
    .where('status', '=', 'draft')
    .execute()
}
