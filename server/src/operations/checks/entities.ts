import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'

export const Incident = defineTable('incidents', {
  id: p.bigint('number').primary().autoincrement(),
  condition: p.text(),
  seen_at: p.datetime().defaultRaw('now()'),
  told_at: p.datetime().nullable(),
  calm_at: p.datetime().nullable(),
  over_at: p.datetime().nullable(),
})
