import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'
import type { QueueState } from '../../foundations/jobs/jobs.ts'
import type { Readings } from '../../foundations/monitoring/metrics.ts'

export const ProcessReport = defineTable('process_reports', {
  id: p.uuid().primary(),
  program: p.enum(['server', 'worker']),
  host: p.text(),
  pid: p.integer(),
  release: p.text(),
  release_commit: p.text().nullable(),
  started_at: p.datetime(),
  reported_at: p.datetime().defaultRaw('now()'),
  memory_bytes: p.bigint('number'),
  clock_ahead_ms: p.integer().nullable(),
  queue: p.json<QueueState>().nullable(),
  figures: p.json<Readings>().nullable(),
})
