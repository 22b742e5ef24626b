import { sql } from 'kysely'
import { embeddedFolder } from '../src/foundations/database/database.ts'
import type { Db } from '../src/foundations/database/db.ts'
import { startCluster } from '../src/foundations/database/embedded.ts'
import { withClient } from '../src/foundations/database/with-client.ts'

/** A letter to a list as its form sends it. */
export const letterOf = (changes: object = {}) => ({
  title: 'Come to dinner',
  slug: '',
  summary: '',
  body: 'Join us for **dinner**.',
  photo: null,
  photo_alt: '',
  picture: 'skyline',
  topic: 'events',
  salutation: 'Dear {name},',
  fallback: 'Dear friend,',
  replies_to: 'writer',
  event_id: null,
  opportunity_id: null,
  news_item_id: null,
  skips_answered: true,
  ...changes,
})

/** Notes of every draft of a letter to a list that someone has read a test of it as it is now. */
export async function markTested(db: Db): Promise<void> {
  await db
    .updateTable('list_letters')
    .set({ tested_version: sql<number>`version` })
    .where('status', '=', 'draft')
    .execute()
}

/** Brings the hour at which a letter to a list leaves, in the running system that has its data in this folder. */
export async function bringHourOfLeaving(dataDir: string, title: string): Promise<void> {
  const cluster = await startCluster(embeddedFolder({ DATA_DIR: dataDir }))
  const { rowCount } = await withClient(cluster.url('alumni_owner', 'alumni'), (client) =>
    client.query("update list_letters set published_at = now() where status = 'leaving' and title = $1", [title]),
  )
  if (rowCount !== 1) throw new Error(`${rowCount} letters titled ${title} are about to leave, not one.`)
}
