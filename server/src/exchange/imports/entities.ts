import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'
import { importTypes, rowOutcomes, type FieldChange } from '@alumni/shared/exchange/imports'

export const ImportColumnAlias = defineTable('import_column_aliases', {
  type: p.enum(importTypes).primary(),
  header: p.text().primary(),
  field: p.text(),
  assigned_by_id: p.bigint('number'),
  assigned_at: p.datetime().defaultRaw('now()'),
})

export const ImportRowResult = defineTable('import_row_results', {
  type: p.enum(importTypes).primary(),
  batch_id: p.bigint('number').primary(),
  line: p.integer().primary(),
  outcome: p.enum(rowOutcomes),
  reason: p.text().nullable(),
  difference: p.text(),
  changes: p.json<FieldChange[]>().defaultRaw("'[]'"),
})

/** An employment record that a batch's file contains. The import deletes all other employment records. */
export const EmploymentImportKept = defineTable('employment_import_kept', {
  batch_id: p.bigint('number').primary(),
  employment_id: p.bigint('number').primary(),
})

/** A row before and after an import, if it was deleted or has no history. Null means that the row did not exist. */
export const ImportBeforeImage = defineTable('import_before_images', {
  type: p.enum(importTypes).primary(),
  batch_id: p.bigint('number').primary(),
  table_name: p.enum(['employments', 'crm_data_changes', 'crm_conflicts']).primary(),
  row_id: p.bigint('number').primary(),
  before: p.json<Record<string, unknown>>().nullable(),
  after: p.json<Record<string, unknown>>().nullable(),
})
