import { signupSources } from '@alumni/shared/champions/record'
import { defineEntity, p } from '@mikro-orm/core'

/** The answers of a visitor who has not signed up yet; their browser has the token. */
export const SignupDraft = defineEntity({
  name: 'SignupDraft',
  tableName: 'signup_drafts',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    public_id: p.uuid().defaultRaw('gen_random_uuid()'),
    token_hash: p.text(),
    answers: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    submitted_at: p.datetime().nullable(),
    signup_id: p.bigint('number').nullable(),
    source: p.enum(signupSources).default('wizard'),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
})
