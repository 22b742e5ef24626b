import { defineEntity, p } from '@mikro-orm/core'

/** Something is or was wrong; `told_at` null: administrators were not notified yet. */
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
