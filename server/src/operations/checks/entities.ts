import { defineEntity, p } from '@mikro-orm/core'

export const Incident = defineEntity({
  name: 'Incident',
  tableName: 'incidents',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    condition: p.text(),
    seen_at: p.datetime().defaultRaw('now()'),
    told_at: p.datetime().nullable(),
    calm_at: p.datetime().nullable(),
    over_at: p.datetime().nullable(),
  },
})
