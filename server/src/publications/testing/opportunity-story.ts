import type { Insertable } from 'kysely'
import type { ResponseStatus } from '@alumni/shared/publications/opportunities'
import type { Signup } from '../../champions/record/find-signup.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import { createSignup, type SignupValues } from '../../../testing/champions.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

type Values = Partial<Insertable<Tables['opportunities']>>
let serial = 0

export async function buildOpportunityStory() {
  const app = await buildTestApp()
  const { db } = app
  const story = {
    ...app,
    /** Creates an opportunity that is published, open and unlimited by default. */
    async createOpportunity(values: Values = {}): Promise<{ id: number; slug: string; url: string }> {
      serial += 1
      const { id, slug } = await db
        .insertInto('opportunities')
        .values({
          slug: `mentoring-${serial}`,
          title: 'Mentor a first-year student',
          kind: 'mentoring',
          summary: 'An hour a month for someone who is where you were.',
          published_at: '2026-10-01',
          ...values,
        })
        .returning(['id', 'slug'])
        .executeTakeFirstOrThrow()
      return { id, slug, url: `/opportunities/${slug}` }
    },
    async champion(values: SignupValues = {}) {
      serial += 1
      const signup = await createSignup(db, { email: `champion-${serial}@example.org`, ...values })
      return { signup, browser: await app.asChampion(signup) }
    },
    responseOf: (opportunity: { id: number }, signup: Signup) =>
      db
        .selectFrom('opportunity_responses')
        .selectAll()
        .where('opportunity_id', '=', opportunity.id)
        .where('signup_id', '=', signup.id)
        .executeTakeFirst(),
    async responseIn(status: ResponseStatus, opportunity: { id: number }, signup: Signup): Promise<number> {
      const { id } = await db
        .insertInto('opportunity_responses')
        .values({ opportunity_id: opportunity.id, signup_id: signup.id, status })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    eventsOf: (signup: Signup) =>
      db
        .selectFrom('activity_events')
        .select(['type', 'payload'])
        .where('signup_id', '=', signup.id)
        .orderBy('id')
        .execute(),
  }
  return story
}

export const fromBoston = { message: 'I would love to.' }
