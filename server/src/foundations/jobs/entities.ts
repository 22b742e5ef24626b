import { p } from '@mikro-orm/core'
import { defineTable } from '../database/define-table.ts'

export const AgendaJob = defineTable('agenda_jobs', {
  id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
  name: p.string(),
  priority: p.integer().default(0),
  next_run_at: p.datetime().nullable(),
  type: p.string().$type<'normal' | 'single'>().defaultRaw("'normal'"),
  locked_at: p.datetime().nullable(),
  last_finished_at: p.datetime().nullable(),
  failed_at: p.datetime().nullable(),
  fail_count: p.integer().nullable(),
  fail_reason: p.text().nullable(),
  repeat_timezone: p.string().nullable(),
  last_run_at: p.datetime().nullable(),
  repeat_interval: p.string().nullable(),
  data: p.json<object>().nullable().defaultRaw("'{}'"),
  repeat_at: p.string().nullable(),
  disabled: p.boolean().nullable().default(false),
  progress: p.float().nullable(),
  fork: p.boolean().nullable().default(false),
  last_modified_by: p.string().nullable(),
  debounce_started_at: p.datetime().nullable(),
  start_date: p.datetime().nullable(),
  end_date: p.datetime().nullable(),
  skip_days: p.json<number[]>().nullable(),
  created_at: p.datetime().nullable().defaultRaw('now()'),
  updated_at: p.datetime().nullable().defaultRaw('now()'),
})

/** A job inserted in the same transaction as the change that triggers it, and moved to the queue later. */
export const OutboxJob = defineTable('job_outbox', {
  id: p.bigint('number').primary().autoincrement(),
  name: p.text(),
  data: p.json<object>(),
  created_at: p.datetime().defaultRaw('now()'),
})
