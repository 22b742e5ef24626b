import { defineEntity, p } from '@mikro-orm/core'

/** The answers of a visitor who has not signed up yet; their browser has the token. */
export const SignupDraft = defineEntity({
  name: 'SignupDraft',
  tableName: 'signup_drafts',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    token_hash: p.text(),
    answers: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    signup_id: p.bigint('number').nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
})
