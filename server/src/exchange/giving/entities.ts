import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'
import type { GivingEvaluation } from '@alumni/shared/exchange/giving'

/** A preview until it is committed, then the record of an import. */
export const GivingImport = defineTable('giving_imports', {
  id: p.bigint('number').primary().autoincrement(),
  uploaded_by_id: p.bigint('number'),
  uploaded_at: p.datetime().defaultRaw('now()'),
  uploaded_on: p.date(),
  expires_at: p.datetime(),
  coverage_start: p.date().nullable(),
  coverage_end: p.date().nullable(),
  content_digest: p.text().nullable(),
  evaluation: p.json<GivingEvaluation>().nullable(),
  after_batch_id: p.bigint('number').default(0),
  committed_at: p.datetime().nullable(),
  engagement_batch_id: p.bigint('number').nullable(),
  has_before_images: p.boolean().default(false),
})

export const GivingImportRow = defineTable('giving_import_rows', {
  import_id: p.bigint('number').primary(),
  line: p.integer().primary(),
  crm_id: p.text().nullable(),
  gift_date: p.date().nullable(),
  problem: p.text().nullable(),
  outcome: p.text().nullable(),
})

export const GivingBeforeImage = defineTable('giving_before_images', {
  import_id: p.bigint('number').primary(),
  engagement_id: p.bigint('number').primary(),
  engagement: p.json<Record<string, unknown>>(),
})
