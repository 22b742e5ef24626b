import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'
import type { EngagementBatchReply } from '@alumni/shared/exchange/events-api'
import type { BatchContent } from '@alumni/shared/alumni/recorded-lists'

/** `already_recorded` counts the rows that `only_new` skipped. */
export type StoredReply = Omit<EngagementBatchReply, 'status'> & { already_recorded?: number }

/** Makes repeated requests idempotent. Each batch is inserted in the same transaction as its engagements. */
export const EngagementBatch = defineTable('engagement_batches', {
  id: p.bigint('number').primary().autoincrement(),
  api_key_id: p.bigint('number').nullable(),
  staff_user_id: p.bigint('number').nullable(),
  batch_id: p.text(),
  source: p.text().nullable(),
  payload_digest: p.text(),
  received: p.integer(),
  inserted: p.integer(),
  failed: p.integer(),
  deleted_count: p.integer().default(0),
  metadata: p.json<Partial<BatchContent>>().defaultRaw("'{}'"),
  answer: p.json<StoredReply>().columnType('json'),
  /** The range of the batch's engagement ids, which may include ids of other batches; null if empty or unknown. */
  first_engagement_id: p.bigint('number').nullable(),
  last_engagement_id: p.bigint('number').nullable(),
  undone_at: p.datetime().nullable(),
  undone_by_id: p.bigint('number').nullable(),
  created_at: p.datetime().defaultRaw('now()'),
})
