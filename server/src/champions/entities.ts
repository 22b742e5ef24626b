import { p } from '@mikro-orm/core'
import { defineTable } from '../foundations/database/define-table.ts'
import type { MergeChoices, MergeKey, MergeOutcome, UndoOutcome } from '@alumni/shared/champions/merges'
import { activityEventTypes, signupSources, signupStatuses } from '@alumni/shared/champions/record'
import type { SavedMerge } from './merges/saved-merge.ts'
import type { DeviceToken } from './sign-in/devices.ts'

export const ChampionSignup = defineTable('champion_signups', {
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
})

/** `payload` never contains personal data. */
export const ActivityEvent = defineTable('activity_events', {
  id: p.bigint('number').primary().autoincrement(),
  type: p.enum(activityEventTypes),
  signup_id: p.bigint('number').nullable(),
  occurred_at: p.datetime().defaultRaw('now()'),
  ip_hash: p.text().nullable(),
  payload: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
})

/** Records that a signup was deleted, restored or erased, because an older backup does not contain the change. */
export const SignupEnding = defineTable('signup_endings', {
  id: p.bigint('number').primary().autoincrement(),
  signup: p.uuid(),
  what: p.enum(['deleted', 'restored', 'forgotten']),
  at: p.datetime().defaultRaw('now()'),
  noted_at: p.datetime().nullable(),
})

export const SignupDraft = defineTable('signup_drafts', {
  id: p.bigint('number').primary().autoincrement(),
  public_id: p.uuid().defaultRaw('gen_random_uuid()'),
  token_hash: p.text(),
  answers: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
  submitted_at: p.datetime().nullable(),
  signup_id: p.bigint('number').nullable(),
  source: p.enum(signupSources).default('wizard'),
  created_at: p.datetime().defaultRaw('now()'),
  updated_at: p.datetime().defaultRaw('now()'),
})

export const SigninRequest = defineTable('signin_requests', {
  id: p.bigint('number').primary().autoincrement(),
  email_hash: p.text(),
  browser_hash: p.text(),
  signup_id: p.bigint('number').nullable(),
  keep_me_signed_in: p.boolean().default(false),
  link_hash: p.text().nullable(),
  code_hash: p.text().nullable(),
  wrong_codes: p.integer().default(0),
  created_at: p.datetime().defaultRaw('now()'),
  expires_at: p.datetime(),
  ended_at: p.datetime().nullable(),
})

/** An answer from an unconfirmed e-mail address; `answer` is the submitted form. */
export const PendingAnswer = defineTable('pending_answers', {
  id: p.bigint('number').primary().autoincrement(),
  event_id: p.bigint('number').nullable(),
  opportunity_id: p.bigint('number').nullable(),
  recipient_id: p.bigint('number').nullable(),
  signup_id: p.bigint('number').nullable(),
  email: p.text(),
  first_name: p.text(),
  last_name: p.text(),
  answer: p.json<Record<string, unknown>>(),
  privacy_policy_version: p.text(),
  token_hash: p.text().nullable(),
  created_at: p.datetime().defaultRaw('now()'),
  expires_at: p.datetime(),
  confirmed_at: p.datetime().nullable(),
})

export const ChampionSession = defineTable('champion_sessions', {
  token_hash: p.text().primary(),
  signup_id: p.bigint('number'),
  device_id: p.bigint('number').nullable(),
  created_at: p.datetime().defaultRaw('now()'),
  used_at: p.datetime().defaultRaw('now()'),
})

/** A browser in which a champion is recognized without signing in. */
export const ChampionDevice = defineTable('champion_devices', {
  id: p.bigint('number').primary().autoincrement(),
  public_id: p.uuid().defaultRaw('gen_random_uuid()'),
  signup_id: p.bigint('number'),
  name: p.text(),
  token_hash: p.text(),
  tokens: p.json<DeviceToken[]>().defaultRaw("'[]'"),
  created_at: p.datetime().defaultRaw('now()'),
  used_at: p.datetime().defaultRaw('now()'),
  expires_at: p.datetime(),
  revoked_at: p.datetime().nullable(),
})

/** A change of e-mail address, which the owner of the new address must confirm unless staff made it. */
export const EmailChange = defineTable('email_changes', {
  id: p.bigint('number').primary().autoincrement(),
  signup_id: p.bigint('number'),
  old_email: p.text(),
  new_email: p.text(),
  token_hash: p.text().nullable(),
  created_at: p.datetime().defaultRaw('now()'),
  expires_at: p.datetime(),
  ended_at: p.datetime().nullable(),
  confirmed_at: p.datetime().nullable(),
})

/** A staff note about a champion, or about an alumnus if `buid` is set instead of `signup_id`. */
export const SignupNote = defineTable('signup_notes', {
  id: p.bigint('number').primary().autoincrement(),
  signup_id: p.bigint('number').nullable(),
  buid: p.text().nullable(),
  staff_user_id: p.bigint('number'),
  body: p.text(),
  created_at: p.datetime().defaultRaw('now()'),
  updated_at: p.datetime().defaultRaw('now()'),
})

export const SignupLetter = defineTable('signup_letters', {
  id: p.bigint('number').primary().autoincrement(),
  key: p.uuid(),
  signup_id: p.bigint('number'),
  staff_user_id: p.bigint('number'),
  template: p.text(),
  subject: p.text(),
  body: p.text(),
  has_button: p.boolean().default(false),
  despite_wish: p.boolean().default(false),
  letter_id: p.bigint('number').nullable(),
  created_at: p.datetime().defaultRaw('now()'),
})

/** Two signups that may belong to one person, according to the last search for duplicates. */
export const SignupDuplicate = defineTable('signup_duplicates', {
  first_id: p.bigint('number').primary(),
  second_id: p.bigint('number').primary(),
  reasons: p.array(),
  weight: p.integer(),
})

export const SignupDuplicateSearch = defineTable('signup_duplicate_searches', {
  id: p.integer().primary(),
  searched_at: p.datetime(),
})

export const SignupDismissal = defineTable('signup_dismissals', {
  id: p.bigint('number').primary().autoincrement(),
  first_id: p.bigint('number'),
  second_id: p.bigint('number'),
  dismissed_by_id: p.bigint('number'),
  dismissed_at: p.datetime().defaultRaw('now()'),
})

export const SignupMerge = defineTable('signup_merges', {
  id: p.bigint('number').primary().autoincrement(),
  survivor_id: p.bigint('number'),
  source_ids: p.array<number>().columnType('bigint[]'),
  key: p.text().$type<MergeKey>(),
  choices: p.json<MergeChoices>().nullable(),
  outcome: p.json<MergeOutcome>().nullable(),
  saved: p.json<SavedMerge>().nullable(),
  merged_by_id: p.bigint('number'),
  merged_at: p.datetime().defaultRaw('now()'),
  undone_by_id: p.bigint('number').nullable(),
  undone_at: p.datetime().nullable(),
  undo_outcome: p.json<UndoOutcome>().nullable(),
})
