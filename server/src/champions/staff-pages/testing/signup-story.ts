import type { Insertable } from 'kysely'
import { signupAnswers, type SignupAnswer, type SignupAnswers } from '@alumni/shared/champions/answers'
import type { SignupPage } from '@alumni/shared/champions/staff-page'
import type { Tables } from '../../../foundations/database/tables.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { createSignup, type SignupValues } from '../../../../testing/champions.ts'
import { buildTestApp } from '../../../../testing/test-app.ts'

export async function buildSignupStory() {
  const app = await buildTestApp()
  const { db } = app
  const [stan, ada] = [await app.as('staff'), await app.as('admin')]
  let serial = 0

  return {
    ...app,
    stan,
    ada,
    db,
    signUp: (values: SignupValues = {}) =>
      createSignup(db, { email: `majo.${(serial += 1)}@example.com`, ...values } as SignupValues),
    async alumnus(values: Partial<Insertable<Tables['alumni']>> = {}): Promise<string> {
      const buid = `B0000${String((serial += 1)).padStart(4, '0')}`
      await db
        .insertInto('alumni')
        .values({ buid, first_name: 'María José', last_name: 'García Márquez', ...values } as never)
        .execute()
      return buid
    },
    /** Adds a past event that the champion attended. */
    async addAttendance(signup: number, title = 'Homecoming'): Promise<void> {
      const { id: event_id } = await db
        .insertInto('events')
        .values({
          slug: `event-${(serial += 1)}`,
          title,
          summary: title,
          starts_at: '2026-10-03T22:00:00Z',
          ends_at: '2026-10-04T01:00:00Z',
          time_zone: 'America/New_York',
          published_at: '2026-01-01',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('event_rsvps').values({ event_id, signup_id: signup, status: 'attended' }).execute()
    },
    page: async (id: number, caller: Caller = stan) => (await caller.get(`/champion_signups/${id}`)).json<SignupPage>(),
    seenOf: async (id: number): Promise<SignupAnswers> =>
      signupAnswers.parse((await stan.get(`/champion_signups/${id}`)).json<SignupPage>().signup),
    listAuditActions: async (id: number) =>
      (
        await db
          .selectFrom('audit_entries')
          .select('action')
          .where('subject', '=', `champion-signups/${id}`)
          .orderBy('id')
          .execute()
      ).map(({ action }) => action),
  }
}

/** Returns the fields as a form submits them, with '' for missing answers. */
export function pick<Field extends SignupAnswer>(from: SignupAnswers, fields: readonly Field[]) {
  return Object.fromEntries(fields.map((field) => [field, from[field] ?? '']))
}
