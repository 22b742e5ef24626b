import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'

/** A key of the events API; `previous_key_hash` is from before the last rotation and works until `previous_until`. */
export const ApiKey = defineTable('api_keys', {
  id: p.bigint('number').primary().autoincrement(),
  name: p.text(),
  owner: p.text().nullable(),
  prefix: p.text(),
  key_hash: p.text().hidden(),
  previous_prefix: p.text().nullable(),
  previous_key_hash: p.text().nullable().hidden(),
  previous_until: p.datetime().nullable(),
  created_at: p.datetime().defaultRaw('now()'),
  created_by_id: p.bigint('number'),
  rotated_at: p.datetime().nullable(),
  revoked_at: p.datetime().nullable(),
  revoked_by_id: p.bigint('number').nullable(),
  last_used_at: p.datetime().nullable(),
  awaits_first_use: p.boolean().default(false),
})

/** A secret from before `ApiKey.previous_key_hash` that still works until `ends_at`. */
export const ApiKeyOverlap = defineTable('api_key_overlaps', {
  key_hash: p.text().primary().hidden(),
  api_key_id: p.bigint('number'),
  prefix: p.text(),
  ends_at: p.datetime(),
})
