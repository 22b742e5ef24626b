import { sql } from 'kysely'
import { attendances, canMoveRsvp, type Attendance } from '@alumni/shared/content'
import { idsStandingFor, survivingSignup } from '../champions/index.ts'
import type { EntityManager } from '../database/orm.ts'
import { HttpError } from '../http/errors.ts'
import { audit, type StaffUser } from '../staff/index.ts'
import { lockEvent } from './answer-event.ts'
import { moveRsvp, rsvpsOf } from './rsvps.ts'

/**
 * Staff say who came to an event, or take it back with `going`. Who attended and is linked to an alumnus has an `event_attended` engagement
 * from then on, until it is set back: one for each alumnus and event. Throws 409 with a sentence where the answer does not allow it.
 */
export async function markAttendance(
  em: EntityManager,
  event: number,
  signup: number,
  attendance: Attendance,
  by: StaffUser,
): Promise<void> {
  await em.transactional(async (em) => {
    const { is_day } = await lockEvent(em, event)
    if (!is_day) throw new HttpError(409, 'Attendance can be marked from the day of the event on.')
    const rsvp = (await rsvpsOf(em, signup, [event])).get(event)
    if (!rsvp) throw new HttpError(409, 'This champion has not answered to the event.')
    if (rsvp.status === attendance) return
    const move = attendances[attendance]
    if (!canMoveRsvp(rsvp.status, move) || !(await moveRsvp(em, rsvp.id, move)))
      throw new HttpError(409, `An answer that is "${rsvp.status}" cannot become "${attendance}".`)
    await recordAttendances(em, signup)
    await audit(em, by, `event-rsvp.${attendance}`, `event-rsvps/${rsvp.id}`, { event, signup })
  })
}

/**
 * Makes the engagements of a champion's alumnus what they attended: to be called in the transaction that links a signup to an alumnus, or
 * unlinks or merges it. Events attended before that are not lost, and those of a wrong link go with it.
 */
export async function recordAttendances(em: EntityManager, signup: number): Promise<void> {
  const survivor = await survivingSignup(em, signup)
  if (!survivor) return
  const { buid } = survivor
  await em.transactional(async (em) => {
    const rsvps = await em
      .getKysely()
      .selectFrom('event_rsvps as r')
      .innerJoin('events as e', 'e.id', 'r.event_id')
      .leftJoin('engagements as g', 'g.id', 'r.engagement_id')
      .select(['r.id', 'r.event_id', 'r.status', 'e.title', 'g.id as engagement_id', 'g.buid'])
      .select(sql<string>`(e.starts_at at time zone e.time_zone)::date::text`.as('day'))
      .where('r.signup_id', 'in', await idsStandingFor(em, survivor.id))
      .orderBy('r.id')
      .forUpdate('r')
      .execute()
    const recorded = new Set<number>()
    for (const { id, event_id, status, title, day, engagement_id, buid: recordedFor } of rsvps) {
      const isDue = status === 'attended' && buid !== null && !recorded.has(event_id)
      if (isDue) recorded.add(event_id)
      if (isDue && recordedFor === buid) continue
      if (engagement_id !== null)
        await em.getKysely().deleteFrom('engagements').where('id', '=', engagement_id).execute()
      if (isDue) await record(em, id, { buid, engagement_date: day, description: title.slice(0, 500) })
    }
  })
}

async function record(
  em: EntityManager,
  rsvp: number,
  engagement: { buid: string; engagement_date: string; description: string },
): Promise<void> {
  const { id } = await em
    .getKysely()
    .insertInto('engagements')
    .values({ ...engagement, activity_code: 'event_attended' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await em.getKysely().updateTable('event_rsvps').set({ engagement_id: id }).where('id', '=', rsvp).execute()
}
