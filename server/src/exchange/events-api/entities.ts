import { defineEntity, p } from '@mikro-orm/core'
import type { EngagementBatchReply } from '@alumni/shared/exchange/events-api'
import type { BatchContent } from '@alumni/shared/alumni/recorded-lists'

/** `already_recorded` counts the rows that `only_new` skipped because they were on file. */
export type StoredReply = Omit<EngagementBatchReply, 'status'> & { already_recorded?: number }

/** A stored batch, which makes repeated requests idempotent; inserted in one transaction with its engagements. */
export const EngagementBatch = defineEntity({
  name: 'EngagementBatch',
  tableName: 'engagement_batches',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Null if a person recorded the batch. */
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
    /** The range of its engagements' ids, which may include others'; null if there are none or they are unknown. */
    first_engagement_id: p.bigint('number').nullable(),
    last_engagement_id: p.bigint('number').nullable(),
    undone_at: p.datetime().nullable(),
    undone_by_id: p.bigint('number').nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
})
