import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'
import { leftOutReasons, letterTopics, optOutTopics, recipientStates } from '@alumni/shared/publications/list-letters'
import type { ListLetterState, PeopleList } from '@alumni/shared/publications/list-letters'
import { publicationColumns } from '../engine/columns.ts'

/** `published_at` is the sending time, `title` the subject, and `summary` the preview text in mail programs. */
export const ListLetter = defineTable('list_letters', {
  ...publicationColumns,
  title: p.text(),
  body: p.text(),
  status: p.text().$type<ListLetterState>().default('draft'),
  stop_reason: p.text().nullable(),
  topic: p.enum(letterTopics),
  salutation: p.text(),
  fallback: p.text(),
  replies_to: p.enum(['writer', 'office']),
  event_id: p.bigint('number').nullable(),
  opportunity_id: p.bigint('number').nullable(),
  news_item_id: p.bigint('number').nullable(),
  list: p.json<PeopleList>(),
  skips_answered: p.boolean().default(true),
  sender_id: p.bigint('number').nullable(),
  tested_version: p.integer().nullable(),
  ignores_refusals: p.boolean().default(false),
  requested_by_id: p.bigint('number').nullable(),
  requested_at: p.datetime().nullable(),
  decline_reason: p.text().nullable(),
})

/** `outbox_id` refers to `letters`, which are deleted after a month. `declined_at` is the time of an unconfirmed no. */
export const ListLetterRecipient = defineTable('list_letter_recipients', {
  id: p.bigint('number').primary().autoincrement(),
  letter_id: p.bigint('number'),
  alumnus_id: p.bigint('number').nullable(),
  signup_id: p.bigint('number').nullable(),
  state: p.enum(recipientStates),
  reason: p.enum(leftOutReasons).nullable(),
  outbox_id: p.bigint('number').nullable(),
  address_key: p.text().nullable(),
  opt_out_token: p.uuid().nullable().defaultRaw('gen_random_uuid()'),
  answer_token: p.uuid().nullable(),
  sent_to: p.text().nullable(),
  declined_at: p.datetime().nullable(),
  changed_at: p.datetime().defaultRaw('now()'),
})

/** An opt-out of a topic; see `opt_out_key` for `address_key`. */
export const LetterOptOut = defineTable('letter_opt_outs', {
  address_key: p.text().primary(),
  topic: p.enum(optOutTopics).primary(),
  created_at: p.datetime().defaultRaw('now()'),
})
