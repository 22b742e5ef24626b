import type { RsvpStatus } from '@alumni/shared/publications/content'
import { hasEmail } from '../../champions/index.ts'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { answerersOf, unknownAnswerer } from '../engine/answerers.ts'
import { answersOf } from '../engine/answers.ts'
import { findRecord } from '../engine/records.ts'
import { invalid } from '../engine/times.ts'
import { firstAnswer, lockEvent, acceptInvitation } from './answer-event.ts'
import { markAttendance } from './attendance.ts'
import { eventKind } from './kind.ts'
import { rsvps } from './rsvps.ts'

/**
 * Staff answer for a champion: before the event they get a place, or wait where there is none, and get a letter; from
 * its day on they attended. 422 with `fields`: no one has the address, or too many guests. 409: the event takes no one.
 */
export async function addRsvp(
  db: Db,
  config: Config,
  event: number,
  { email, guests }: { email: string; guests: number },
  by: StaffUser,
): Promise<{ name: string; status: RsvpStatus }> {
  return transact(db, async (db) => {
    await lockEvent(db, event)
    const { state, can_mark } = await findRecord(eventKind, db, config, event)
    if (state === 'draft' || state === 'scheduled')
      throw new HttpError(409, 'Publish the event first: a draft takes no answers.')
    const signup = await db.selectFrom('champion_signups').select('id').where(hasEmail(email)).executeTakeFirst()
    if (!signup) throw invalid('email', 'No champion has this e-mail address.')
    if (can_mark) {
      if (!(await answersOf(db, rsvps, signup.id, [event])).has(event)) await firstAnswer(db, event, signup.id, guests)
      await markAttendance(db, event, signup.id, 'attended', by)
    } else {
      const refusal = await acceptInvitation(db, { event, signup: signup.id, guests })
      if (refusal?.guests) throw invalid('guests', refusal.guests)
      if (refusal) throw new HttpError(409, refusal.form ?? 'This event takes no answers.')
      await audit(db, by, 'event-rsvp.added', `events/${event}`, { signup: signup.id, guests })
    }
    const rsvp = (await answersOf(db, rsvps, signup.id, [event])).get(event)!
    const { name } = (await answerersOf(db, [signup.id])).get(signup.id) ?? unknownAnswerer
    return { name, status: rsvp.status }
  })
}
