import { p } from '@mikro-orm/core'
import { defineTable } from '../database/define-table.ts'

export const Letter = defineTable('letters', {
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
})

/** An address that a mail server has permanently refused, normalized by `fold_email`. */
export const RefusedAddress = defineTable('refused_addresses', {
  folded_email: p.text().primary(),
  refused_at: p.datetime().defaultRaw('now()'),
})

/** A row exists while a letter that must not be sent twice is being transmitted to the mail server. */
export const HandedLetter = defineTable('handed_letters', {
  letter_id: p.bigint('number').primary(),
  handed_at: p.datetime().defaultRaw('clock_timestamp()'),
})
