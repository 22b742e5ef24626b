import { defineEntity, p } from '@mikro-orm/core'
import type { MergeChoices, MergeKey, MergeOutcome, UndoOutcome } from '@alumni/shared/champions/merges'
import type { Saved } from './saved.ts'

/** Two signups that may be of one person; derived from the signups. */
export const SignupDuplicate = defineEntity({
  name: 'SignupDuplicate',
  tableName: 'signup_duplicates',
  properties: {
    first_id: p.bigint('number').primary(),
    second_id: p.bigint('number').primary(),
    reasons: p.array(),
    weight: p.integer(),
  },
})

export const SignupDuplicateSearch = defineEntity({
  name: 'SignupDuplicateSearch',
  tableName: 'signup_duplicate_searches',
  properties: { id: p.integer().primary(), searched_at: p.datetime() },
})

/** Two signups that are not of one person, as staff said. */
export const SignupDismissal = defineEntity({
  name: 'SignupDismissal',
  tableName: 'signup_dismissals',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    first_id: p.bigint('number'),
    second_id: p.bigint('number'),
    dismissed_by_id: p.bigint('number'),
    dismissed_at: p.datetime().defaultRaw('now()'),
  },
})

export const SignupMerge = defineEntity({
  name: 'SignupMerge',
  tableName: 'signup_merges',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    survivor_id: p.bigint('number'),
    source_ids: p.array<number>().columnType('bigint[]'),
    key: p.text().$type<MergeKey>(),
    choices: p.json<MergeChoices>().nullable(),
    outcome: p.json<MergeOutcome>().nullable(),
    saved: p.json<Saved>().nullable(),
    merged_by_id: p.bigint('number'),
    merged_at: p.datetime().defaultRaw('now()'),
    undone_by_id: p.bigint('number').nullable(),
    undone_at: p.datetime().nullable(),
    undo_outcome: p.json<UndoOutcome>().nullable(),
  },
})
