import { defineEntity, p } from '@mikro-orm/core'
import { answerToAskCodes } from '@alumni/shared/alumni/asked'
import { askTopics, askWays } from '@alumni/shared/publications/asks'

const keysOf = <Key extends string>(names: Record<Key, string>) => Object.keys(names) as Key[]

/** An ask that staff noted, such as a call. Letters to lists are asks too, and are not noted here. */
export const Ask = defineEntity({
  name: 'Ask',
  tableName: 'asks',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    buid: p.text(),
    event_id: p.bigint('number').nullable(),
    opportunity_id: p.bigint('number').nullable(),
    words: p.text().nullable(),
    topic: p.enum(keysOf(askTopics)),
    how: p.enum(keysOf(askWays)),
    asked_by: p.text(),
    asked_on: p.date(),
    answer: p.enum(answerToAskCodes).nullable(),
    noted_by_id: p.bigint('number'),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
})
