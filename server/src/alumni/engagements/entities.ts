import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'

export const Engagement = defineTable('engagements', {
  id: p.bigint('number').primary().autoincrement(),
  buid: p.text(),
  activity_code: p.text(),
  engagement_date: p.date(),
  description: p.text().nullable(),
  /** The batch that recorded the engagement; null if the engagement cannot be undone. */
  engagement_batch_id: p.bigint('number').nullable(),
  created_at: p.datetime().defaultRaw('now()'),
})
