import { defineEntity, p } from '@mikro-orm/core'
import { opportunityKinds, responseStatuses } from '@alumni/shared/publications/opportunities'

/** A way to help. `body` is Markdown, `question` one of the organizer's own; `picture` the kind of drawing, `places` null is no limit; `version` counts every save. */
export const Opportunity = defineEntity({
  name: 'Opportunity',
  tableName: 'opportunities',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    slug: p.text(),
    title: p.text(),
    kind: p.enum(opportunityKinds),
    summary: p.text(),
    body: p.text().default(''),
    picture: p.text().default('campus'),
    photo: p.text().nullable(),
    photo_alt: p.text().default(''),
    place: p.text().nullable(),
    is_remote: p.boolean().default(false),
    effort: p.text().nullable(),
    question: p.text().nullable(),
    places: p.integer().nullable(),
    closes_on: p.date().nullable(),
    published_at: p.datetime().nullable(),
    closed_at: p.datetime().nullable(),
    version: p.integer().default(1),
    updated_by_id: p.bigint('number').nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
})

/** `answer` is to the organizer's question; `asked_at` is the place in the line of those who wait. */
export const OpportunityResponse = defineEntity({
  name: 'OpportunityResponse',
  tableName: 'opportunity_responses',
  properties: {
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
  },
})
