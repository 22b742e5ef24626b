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
    refused_recipient: p.boolean().nullable(),
  },
})

/** An address, as `fold_email` has it, that a mail server has refused for good. */
export const RefusedAddress = defineEntity({
  name: 'RefusedAddress',
  tableName: 'refused_addresses',
  properties: {
    folded_email: p.text().primary(),
    refused_at: p.datetime().defaultRaw('now()'),
  },
})

/** A letter that may leave once at most, while the mail server has it. */
export const HandedLetter = defineEntity({
  name: 'HandedLetter',
  tableName: 'handed_letters',
  properties: {
    letter_id: p.bigint('number').primary(),
    handed_at: p.datetime().defaultRaw('clock_timestamp()'),
  },
})
