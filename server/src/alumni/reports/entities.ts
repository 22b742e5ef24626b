import { defineEntity, p } from '@mikro-orm/core'

export const ReportSearch = defineEntity({
  name: 'ReportSearch',
  tableName: 'report_searches',
  properties: { report: p.text().primary(), searched_at: p.datetime() },
})

export const LookAlike = defineEntity({
  name: 'LookAlike',
  tableName: 'look_alikes',
  properties: {
    first_id: p.bigint('number').primary(),
    second_id: p.bigint('number').primary(),
    reasons: p.array(),
    weight: p.integer(),
  },
})

export const LookAlikeDismissal = defineEntity({
  name: 'LookAlikeDismissal',
  tableName: 'look_alike_dismissals',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    first_buid: p.text(),
    second_buid: p.text(),
    dismissed_by_id: p.bigint('number'),
    dismissed_at: p.datetime().defaultRaw('now()'),
  },
})
