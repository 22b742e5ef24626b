import { defineEntity, p } from '@mikro-orm/core'
import type { EngagementBatchReply } from '@alumni/shared/exchange/events-api'
import type { BatchContent } from '@alumni/shared/alumni/recorded-lists'

/** `already_recorded`: rows that were left out because they stood on file; only where the sender asked for that. */
export type BatchAnswer = Omit<EngagementBatchReply, 'status'> & { already_recorded?: number }

/** The row makes a batch idempotent; the transaction of its engagements writes it. */
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
    metadata: p.json<Partial<BatchContent>>().defaultRaw("'{}'"),
    answer: p.json<BatchAnswer>().columnType('json'),
    /**
     * Between them, both included, lie its engagements among those of others; null where it has none, or none that are
     * known to be its own.
     */
    first_engagement_id: p.bigint('number').nullable(),
    last_engagement_id: p.bigint('number').nullable(),
    undone_at: p.datetime().nullable(),
    undone_by_id: p.bigint('number').nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
})
