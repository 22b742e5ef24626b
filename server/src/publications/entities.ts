import { p } from '@mikro-orm/core'
import { defineTable } from '../foundations/database/define-table.ts'
import { communityKinds, rsvpStatuses, unmarkedStatuses } from '@alumni/shared/publications/content'
import { publicationColumns } from './engine/columns.ts'
import { opportunityKinds, responseStatuses } from '@alumni/shared/publications/opportunities'

/** `country` is a code; null means the United States. */
const location = { city: p.text().nullable(), region: p.text().nullable(), country: p.text().nullable() }

/** `body` is Markdown. `picture` is the drawing that replaces a missing `photo`. */
export const Community = defineTable('communities', {
  ...publicationColumns,
  name: p.text(),
  kind: p.enum(communityKinds),
})

export const CommunityMember = defineTable('community_members', {
  community_id: p.bigint('number').primary(),
  signup_id: p.bigint('number').primary(),
  joined_at: p.datetime().defaultRaw('now()'),
})

export const NewsItem = defineTable('news_items', {
  ...publicationColumns,
  community_id: p.bigint('number').nullable(),
  title: p.text(),
  body: p.text(),
  author: p.text().nullable(),
  unpublish_at: p.datetime().nullable(),
})

/** `places` includes guests; null means unlimited. `revision` is the SEQUENCE of calendar entries. */
export const Event = defineTable('events', {
  ...publicationColumns,
  community_id: p.bigint('number').nullable(),
  title: p.text(),
  starts_at: p.datetime(),
  ends_at: p.datetime(),
  time_zone: p.text(),
  venue: p.text().nullable(),
  address: p.text().nullable(),
  is_online: p.boolean().default(false),
  ...location,
  places: p.integer().nullable(),
  max_guests: p.integer().default(0),
  revision: p.integer().default(0),
  calendar_token: p.uuid().nullable().defaultRaw('gen_random_uuid()'),
  cancelled_at: p.datetime().nullable(),
})

/** `asked_at` orders the waiting list, and `unmarked_status` is the status before staff marked attendance. */
export const EventRsvp = defineTable('event_rsvps', {
  id: p.bigint('number').primary().autoincrement(),
  event_id: p.bigint('number'),
  signup_id: p.bigint('number'),
  status: p.enum(rsvpStatuses),
  guests: p.integer().default(0),
  asked_at: p.datetime().defaultRaw('now()'),
  reminded_at: p.datetime().nullable(),
  engagement_id: p.bigint('number').nullable(),
  marked_by_id: p.bigint('number').nullable(),
  marked_at: p.datetime().nullable(),
  unmarked_status: p.enum(unmarkedStatuses).nullable(),
  door_token: p.uuid().nullable().defaultRaw('gen_random_uuid()'),
  created_at: p.datetime().defaultRaw('now()'),
  updated_at: p.datetime().defaultRaw('now()'),
})

/** A mark sent from a phone at the door; `id` is its idempotency key. */
export const DoorMark = defineTable('door_marks', {
  id: p.uuid().primary(),
  created_at: p.datetime().defaultRaw('now()'),
})

/** A former slug of a publication; `kind` is the publication's table. */
export const FormerSlug = defineTable('former_slugs', {
  kind: p.enum(['communities', 'news_items', 'events', 'opportunities', 'list_letters']).primary(),
  slug: p.text().primary(),
  subject_id: p.bigint('number'),
  retired_at: p.datetime().defaultRaw('now()'),
})

/** `question` is shown on the response form. `places` is null if unlimited. */
export const Opportunity = defineTable('opportunities', {
  ...publicationColumns,
  title: p.text(),
  kind: p.enum(opportunityKinds),
  place: p.text().nullable(),
  is_remote: p.boolean().default(false),
  ...location,
  effort: p.text().nullable(),
  question: p.text().nullable(),
  places: p.integer().nullable(),
  closes_on: p.date().nullable(),
  closed_at: p.datetime().nullable(),
})

/** `answer` is the answer to `question`, and `asked_at` orders the waiting list. */
export const OpportunityResponse = defineTable('opportunity_responses', {
  id: p.bigint('number').primary().autoincrement(),
  opportunity_id: p.bigint('number'),
  signup_id: p.bigint('number'),
  status: p.enum(responseStatuses),
  message: p.text().default(''),
  answer: p.text().nullable(),
  country: p.text().nullable(),
  postal_code: p.text().nullable(),
  asked_at: p.datetime().defaultRaw('now()'),
  decided_by_id: p.bigint('number').nullable(),
  decided_at: p.datetime().nullable(),
  created_at: p.datetime().defaultRaw('now()'),
  updated_at: p.datetime().defaultRaw('now()'),
})

/** `bytes` is the size of the original upload; only the resized files are stored. */
export const Photo = defineTable('photos', {
  name: p.text().primary(),
  bytes: p.integer(),
  created_by_id: p.bigint('number').nullable(),
  created_at: p.datetime().defaultRaw('now()'),
})
