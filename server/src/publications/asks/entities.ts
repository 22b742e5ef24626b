import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'
import { answerToAskCodes } from '@alumni/shared/alumni/ask-filters'
import { askTopicCodes, askWayCodes } from '@alumni/shared/publications/asks'

/** An ask that staff entered, such as a phone call. Asks by letter are stored in `list_letter_recipients`. */
export const Ask = defineTable('asks', {
  id: p.bigint('number').primary().autoincrement(),
  buid: p.text(),
  event_id: p.bigint('number').nullable(),
  opportunity_id: p.bigint('number').nullable(),
  words: p.text().nullable(),
  topic: p.enum(askTopicCodes),
  how: p.enum(askWayCodes),
  asked_by: p.text(),
  asked_on: p.date(),
  answer: p.enum(answerToAskCodes).nullable(),
  noted_by_id: p.bigint('number'),
  created_at: p.datetime().defaultRaw('now()'),
  updated_at: p.datetime().defaultRaw('now()'),
})
