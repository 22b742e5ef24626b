import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'

export const ReportSearch = defineTable('report_searches', { report: p.text().primary(), searched_at: p.datetime() })

export const LookAlike = defineTable('look_alikes', {
  first_id: p.bigint('number').primary(),
  second_id: p.bigint('number').primary(),
  reasons: p.array(),
  weight: p.integer(),
})

export const LookAlikeDismissal = defineTable('look_alike_dismissals', {
  id: p.bigint('number').primary().autoincrement(),
  first_buid: p.text(),
  second_buid: p.text(),
  dismissed_by_id: p.bigint('number'),
  dismissed_at: p.datetime().defaultRaw('now()'),
})
