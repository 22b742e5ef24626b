import { defineEntity, p } from '@mikro-orm/core'
import type { EngagementBatchReply } from '@alumni/shared/events-api'

/** What makes a batch idempotent, written in the transaction of its engagements. */
export const EngagementBatch = defineEntity({
  name: 'EngagementBatch',
  tableName: 'engagement_batches',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** The system whose key it came with; null where a person brought it in. */
    api_key_id: p.bigint('number').nullable(),
    staff_user_id: p.bigint('number').nullable(),
    batch_id: p.text(),
    source: p.text().nullable(),
    payload_digest: p.text(),
    received: p.integer(),
    inserted: p.integer(),
    failed: p.integer(),
    deleted_count: p.integer().default(0),
    metadata: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    answer: p.json<Omit<EngagementBatchReply, 'status'>>().columnType('json'),
    created_at: p.datetime().defaultRaw('now()'),
  },
})
