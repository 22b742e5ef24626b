import { defineEntity, p } from '@mikro-orm/core'

/** An address that a champion wants to have, until its owner confirms it. Only the link's keyed hash is stored. */
export const EmailChange = defineEntity({
  name: 'EmailChange',
  tableName: 'email_changes',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    signup_id: p.bigint('number'),
    old_email: p.text(),
    new_email: p.text(),
    token_hash: p.text().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    expires_at: p.datetime(),
    ended_at: p.datetime().nullable(),
    confirmed_at: p.datetime().nullable(),
  },
})
