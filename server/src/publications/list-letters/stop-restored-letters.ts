import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { uncertainMessage } from '../../foundations/mail/send-letter.ts'

/**
 * After a restore, stops letters under way and returns how many. `snapshotAt` is the time of the backup. Requeues
 * recipients, unless their e-mail was just being sent.
 */
export async function stopRestoredLetters(db: Db, snapshotAt: string): Promise<number> {
  const time = new Date(snapshotAt).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const stop_reason = `Restored from a backup of ${time} UTC. Letters and opt-outs after that time are not on record. Resume only if no one got this letter or opted out since.`
  const underWay = { status: ['leaving', 'sending'] } as const
  const stopped = await db.update('list_letters', underWay, { status: 'stopped', stop_reason })
  const beingSent = {
    kind: 'list-letter',
    sent_at: null,
    given_up_at: null,
    id: sql`any(select letter_id from handed_letters)`,
  }
  await db.update('letters', beingSent, { given_up_at: sql<string>`now()`, failure: uncertainMessage })
  const unsent = db
    .deleteFrom('letters')
    .where('kind', '=', 'list-letter')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .returning('id')
  await db
    .with('unsent', () => unsent)
    .updateTable('list_letter_recipients')
    .set({ state: 'waiting', outbox_id: null })
    .where('state', '=', 'handed')
    .where('outbox_id', 'in', (eb) => eb.selectFrom('unsent').select('id'))
    .execute()
  await db.remove('handed_letters', {})
  return stopped
}
