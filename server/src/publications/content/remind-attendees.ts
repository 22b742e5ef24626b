import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { askForLetters } from '../../foundations/mail/letters.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'remind-attendees': Record<string, never>
  }
}

/** Asks for a letter to everybody who goes to an event that begins within a day, once for each answer. Who answered on that last day needs none. */
export async function remindAttendees({ db }: { db: Db }): Promise<void> {
  await transact(db, async (db) => {
    const reminded = await db
      .updateTable('event_rsvps as r')
      .from('events as e')
      .set({ reminded_at: sql<string>`now()` })
      .whereRef('e.id', '=', 'r.event_id')
      .where('r.status', '=', 'going')
      .where('r.reminded_at', 'is', null)
      .where('e.cancelled_at', 'is', null)
      .where(sql<boolean>`e.starts_at > now() and e.starts_at <= now() + interval '1 day'`)
      .where(sql<boolean>`r.asked_at <= e.starts_at - interval '1 day'`)
      .returning('r.id as rsvp')
      .execute()
    await askForLetters(db, 'event-reminder', reminded)
  })
}
