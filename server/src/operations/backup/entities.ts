import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'

export const Backup = defineTable('backups', {
  id: p.text().primary(),
  state: p.enum(['running', 'whole', 'failed']),
  target: p.text(),
  asked_by_id: p.bigint('number').nullable(),
  started_at: p.datetime().defaultRaw('now()'),
  finished_at: p.datetime().nullable(),
  pruned_at: p.datetime().nullable(),
  phase: p.enum(['waiting', 'database', 'files', 'finishing']).defaultRaw("'waiting'"),
  done: p.bigint('number').defaultRaw('0'),
  total: p.bigint('number').nullable(),
  database_bytes: p.bigint('number').nullable(),
  file_bytes: p.bigint('number').nullable(),
  files: p.integer().nullable(),
  failure: p.text().nullable(),
  drilled_at: p.datetime().nullable(),
  drill_failure: p.text().nullable(),
})

export const Restore = defineTable('restores', {
  id: p.bigint('number').primary().autoincrement(),
  backup_id: p.text(),
  snapshot_at: p.datetime(),
  restored_at: p.datetime().defaultRaw('now()'),
  is_copy: p.boolean(),
})
