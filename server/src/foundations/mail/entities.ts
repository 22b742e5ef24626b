import { defineEntity, p } from '@mikro-orm/core'

/** A letter to send: what it is about, never to whom, nor what it says. */
export const Letter = defineEntity({
  name: 'Letter',
  tableName: 'letters',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    kind: p.text(),
    about: p.json<Record<string, unknown>>(),
    created_at: p.datetime().defaultRaw('now()'),
    attempts: p.integer().default(0),
    failure: p.text().nullable(),
    sent_at: p.datetime().nullable(),
    given_up_at: p.datetime().nullable(),
    held_at: p.datetime().nullable(),
    unneeded: p.boolean().default(false),
  },
})
