import { sql } from 'kysely'
import type { Db } from '../src/foundations/database/db.ts'

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
  replies_to: 'writer',
  event_id: null,
  opportunity_id: null,
  news_item_id: null,
  skips_answered: true,
  ...changes,
})

export async function markTested(db: Db): Promise<void> {
  await db
    .updateTable('list_letters')
    .set({ tested_version: sql<number>`version` })
    .where('status', '=', 'draft')
    .execute()
}
