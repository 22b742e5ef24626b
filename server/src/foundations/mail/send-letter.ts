import { subDays } from 'date-fns/subDays'
import { sql } from 'kysely'
import type { Config } from '../process/config.ts'
import { transact, type Db } from '../database/db.ts'
import type { Composer, Composers, LetterKind, Letters } from './letters.ts'
import { MailFailed, type Mailer } from './mailer.ts'

export type LetterContext = { config: Config; db: Db; mailer: Mailer }

const [second, minute, hour] = [1000, 60_000, 3_600_000]
/** A mail server may be away for a working day. */
export const letterRetriesMs = [
  ...[2, 10, 30].map((seconds) => seconds * second),
  ...[2, 10, 30].map((minutes) => minutes * minute),
  ...Array.from({ length: 8 }, () => hour),
]
const retentionDays = 30

/**
 * Sends a letter, once: its row stays locked while the mail server has it, so a worker that dies leaves it to the next
 * one. Only one that dies between the mail server's yes and the commit makes it leave twice. Throws what prevented it,
 * to be tried again.
 */
export async function sendLetter(
  { config, db, mailer }: LetterContext,
  composers: Composers,
  { letter: id }: { letter: number },
): Promise<void> {
  const failure = await transact(db, async (own) => {
    const letter = await lockLetter(own, id)
    if (!letter) return undefined
    const update = (change: {
      sent_at?: Date
      unneeded?: boolean
      failure: string | null
      given_up_at?: Date | null
    }) =>
      own
        .updateTable('letters')
        .set({ ...change, attempts: letter.attempts + 1 })
        .where('id', '=', id)
        .execute()
    let message
    try {
      const compose = composers[letter.kind as LetterKind] as Composer<LetterKind>
      // Beside the transaction: a link in a letter works from the moment it leaves.
      message = await compose(db, config, letter.about as Letters[LetterKind], id)
      if (message) await mailer.send(message)
    } catch (error) {
      const sentence = error instanceof MailFailed ? error.message : 'The letter could not be written.'
      const isLast = letter.attempts >= letterRetriesMs.length || (error instanceof MailFailed && error.isPermanent)
      await update({ failure: sentence, given_up_at: isLast ? new Date() : null })
      return error
    }
    await update({ sent_at: new Date(), unneeded: !message, failure: null })
    return undefined
  })
  if (failure) throw failure
}

/** The letter, unless it has left, was given up or is retained. Throws when another worker has it in hand, to look again later. */
async function lockLetter(db: Db, id: number) {
  // Longer than a mail server may take.
  await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(db)
  return db
    .selectFrom('letters')
    .select(['kind', 'about', 'attempts'])
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('held_at', 'is', null)
    .forUpdate()
    .noWait()
    .executeTakeFirst()
}

/** Forgets letters a month after they left or were given up. */
export async function forgetLetters({ db }: Pick<LetterContext, 'db'>): Promise<void> {
  await db
    .deleteFrom('letters')
    .where((eb) => eb.fn.coalesce('sent_at', 'given_up_at'), '<', subDays(new Date(), retentionDays).toISOString())
    .execute()
}
