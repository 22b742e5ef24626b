import { defineEntity, p } from '@mikro-orm/core'
import { activityEventTypes, signupSources, signupStatuses } from '@alumni/shared/champions/record'

/** A volunteer's signup; `buid` is who they are, once that is known. */
export const ChampionSignup = defineEntity({
  name: 'ChampionSignup',
  tableName: 'champion_signups',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    public_id: p.uuid().defaultRaw('gen_random_uuid()'),
    letter_token: p.uuid().nullable().defaultRaw('gen_random_uuid()'),
    email: p.text(),
    folded_email: p.text().nullable(),
    first_name: p.text().nullable(),
    last_name: p.text().nullable(),
    former_last_name: p.text().nullable(),
    buid: p.text().nullable(),
    status: p.enum(signupStatuses).default('started'),
    zip_code: p.text().nullable(),
    city: p.text().nullable(),
    country: p.text().nullable(),
    postal_code: p.text().nullable(),
    phone: p.text().nullable(),
    street: p.text().nullable(),
    state: p.text().nullable(),
    degree_year: p.integer().nullable(),
    college_code: p.text().nullable(),
    affinity_codes: p.array().default([]),
    help_roles: p.array().default([]),
    privacy_policy_version: p.text().nullable(),
    consented_at: p.datetime().nullable(),
    completed_at: p.datetime().nullable(),
    wants_reminders: p.boolean().default(true),
    google_uid: p.text().nullable(),
    google_linked_at: p.datetime().nullable(),
    source: p.enum(signupSources).nullable(),
    deleted_at: p.datetime().nullable(),
    merged_into_id: p.bigint('number').nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
})

/** An event of a signup, or an action of its person. `payload` holds ids and words of ours, never personal data. */
export const ActivityEvent = defineEntity({
  name: 'ActivityEvent',
  tableName: 'activity_events',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    type: p.enum(activityEventTypes),
    signup_id: p.bigint('number').nullable(),
    occurred_at: p.datetime().defaultRaw('now()'),
    ip_hash: p.text().nullable(),
    payload: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
  },
})

/** A signup was deleted, restored or erased: backups record it, so that a restore brings no one back. */
export const SignupEnding = defineEntity({
  name: 'SignupEnding',
  tableName: 'signup_endings',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    signup: p.uuid(),
    what: p.enum(['deleted', 'restored', 'forgotten']),
    at: p.datetime().defaultRaw('now()'),
    noted_at: p.datetime().nullable(),
  },
})
