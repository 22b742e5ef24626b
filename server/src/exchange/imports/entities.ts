import { defineEntity, p } from '@mikro-orm/core'
import { importTypes, rowOutcomes, type FieldChange } from '@alumni/shared/exchange/imports'

/** A column of a file that an administrator assigned to a field. */
export const ImportColumnAlias = defineEntity({
  name: 'ImportColumnAlias',
  tableName: 'import_column_aliases',
  properties: {
    type: p.enum(importTypes).primary(),
    header: p.text().primary(),
    field: p.text(),
    assigned_by_id: p.bigint('number'),
    assigned_at: p.datetime().defaultRaw('now()'),
  },
})

/** A row whose result differs from the review, because the data moved in between. */
export const ImportRowResult = defineEntity({
  name: 'ImportRowResult',
  tableName: 'import_row_results',
  properties: {
    type: p.enum(importTypes).primary(),
    batch_id: p.bigint('number').primary(),
    line: p.integer().primary(),
    outcome: p.enum(rowOutcomes),
    reason: p.text().nullable(),
    difference: p.text(),
    changes: p.json<FieldChange[]>().defaultRaw("'[]'"),
  },
})

/** An employment record that the file of a batch contains; all others are deleted at its end. */
export const EmploymentImportKept = defineEntity({
  name: 'EmploymentImportKept',
  tableName: 'employment_import_kept',
  properties: { batch_id: p.bigint('number').primary(), employment_id: p.bigint('number').primary() },
})

/**
 * A row that an import deleted, or touched beside the records of its history, as it was (null: not there) and became.
 */
export const ImportBeforeImage = defineEntity({
  name: 'ImportBeforeImage',
  tableName: 'import_before_images',
  properties: {
    type: p.enum(importTypes).primary(),
    batch_id: p.bigint('number').primary(),
    table_name: p.enum(['employments', 'crm_data_changes', 'crm_conflicts']).primary(),
    row_id: p.bigint('number').primary(),
    before: p.json<Record<string, unknown>>().nullable(),
    after: p.json<Record<string, unknown>>().nullable(),
  },
})
