import { sql } from 'kysely'
import { idsStandingFor } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { declineInvitation } from './answer-event.ts'

/**
 * Ends what a champion takes part in: their memberships, and their places at events to come, which go to those who wait. To be called in
 * the transaction that deletes their signup, before it is marked as deleted.
 */
export async function leaveEverything(db: Db, signup: number): Promise<void> {
  const ids = await idsStandingFor(db, signup)
  await db.deleteFrom('community_members').where('signup_id', 'in', ids).execute()
  const upcoming = await db
    .selectFrom('event_rsvps as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .select('e.id')
    .distinct()
    .where('r.signup_id', 'in', ids)
    .where('r.status', 'in', ['going', 'waiting'])
    .where(sql<boolean>`e.starts_at > now()`)
    .orderBy('e.id')
    .execute()
  for (const { id } of upcoming) await declineInvitation(db, { event: id, signup })
}
