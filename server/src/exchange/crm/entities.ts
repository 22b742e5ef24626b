import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'
import { crmChangeStatuses } from '@alumni/shared/exchange/crm'

export const CrmDataExportBatch = defineTable('crm_data_export_batches', {
  id: p.bigint('number').primary().autoincrement(),
  exported_by_id: p.bigint('number'),
  exported_at: p.datetime().defaultRaw('now()'),
  change_count: p.integer(),
  undone_at: p.datetime().nullable(),
  undone_by_id: p.bigint('number').nullable(),
})

/** What a resolution changed, so that it can be undone: the field's values and the deleted changes. */
export type ResolutionEffect = {
  from: string | null
  to: string | null
  withdrawn: unknown[]
  /** Conflicts about the deleted changes. If `is_open`, the resolution closed the conflict. */
  conflicts: { id: number; change_id: number | null; is_open: boolean }[]
}

/** An edit of a field that must be sent to the CRM. */
export const CrmDataChange = defineTable('crm_data_changes', {
  id: p.bigint('number').primary().autoincrement(),
  buid: p.text(),
  field: p.text(),
  before: p.text().nullable(),
  after: p.text().nullable(),
  status: p.enum(crmChangeStatuses).default('pending'),
  made_by: p.text(),
  created_at: p.datetime().defaultRaw('now()'),
  exported_at: p.datetime().nullable(),
  export_batch_id: p.bigint('number').nullable(),
  verified_at: p.datetime().nullable(),
  verified_by_batch_id: p.bigint('number').nullable(),
})

export const CrmConflict = defineTable('crm_conflicts', {
  id: p.bigint('number').primary().autoincrement(),
  batch_id: p.bigint('number'),
  change_id: p.bigint('number').nullable(),
  buid: p.text(),
  field: p.text(),
  ours: p.text().nullable(),
  theirs: p.text().nullable(),
  created_at: p.datetime().defaultRaw('now()'),
  resolution: p.enum(['ours', 'theirs']).nullable(),
  resolved_at: p.datetime().nullable(),
  resolved_by_id: p.bigint('number').nullable(),
  settlement: p.json<ResolutionEffect>().nullable(),
})
