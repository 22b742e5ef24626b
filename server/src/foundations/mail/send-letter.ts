import { foldEmail } from '@alumni/shared/email-address'
import { subDays } from 'date-fns/subDays'
import { sql } from 'kysely'
import type { Config } from '../process/config.ts'
import { transact, type Db } from '../database/db.ts'
import type { Composer, Composers, LetterKind, Letters } from './letters.ts'
import { enqueueMany } from '../jobs/queue.ts'
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
    if (await wasInterrupted(own, id)) {
      await update({ failure: uncertainSentence, given_up_at: new Date() })
      return undefined
    }
    let message
    try {
      const compose = composers[letter.kind as LetterKind] as Composer<LetterKind>
      // Beside the transaction: a link in a letter works from the moment it leaves.
      message = await compose(db, config, letter.about as Letters[LetterKind], id)
      if (message?.leavesOnce) await db.insertInto('handed_letters').values({ letter_id: id }).execute()
      if (message) await mailer.send(message)
    } catch (error) {
      const failed = error instanceof MailFailed ? error : undefined
      const isUncertain = message?.leavesOnce === true && failed?.isUncertain === true
      const sentence = isUncertain ? uncertainSentence : (failed?.message ?? 'The letter could not be written.')
      const isLast = letter.attempts >= letterRetriesMs.length || failed?.isPermanent || isUncertain
      await update({ failure: sentence, given_up_at: isLast ? new Date() : null })
      await takeBack(own, id)
      if (message && failed?.isOfAddress) await rememberRefused(own, message.to)
      return isUncertain ? undefined : error
    }
    await update({ sent_at: new Date(), unneeded: !message, failure: null })
    if (message) await forgetRefused(own, message.to)
    if (message?.leavesOnce) await takeBack(own, id)
    return undefined
  })
  if (failure) throw failure
}

/** The failure of a letter that may leave once at most, and may have left. */
export const uncertainSentence = 'The mail server may have taken it: the connection ended before it answered.'

/** Whether a worker died while the mail server had a letter that may leave once at most. */
async function wasInterrupted(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('handed_letters').where('letter_id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

async function takeBack(db: Db, id: number): Promise<void> {
  await db.deleteFrom('handed_letters').where('letter_id', '=', id).execute()
}

async function rememberRefused(db: Db, address: string): Promise<void> {
  await db
    .insertInto('refused_addresses')
    .values({ folded_email: foldEmail(address) })
    .onConflict((refused) => refused.column('folded_email').doUpdateSet({ refused_at: sql`now()` }))
    .execute()
}

async function forgetRefused(db: Db, address: string): Promise<void> {
  await db.deleteFrom('refused_addresses').where('folded_email', '=', foldEmail(address)).execute()
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

/** Sends letters one after another, a few at once; who fails has a job of its own from then on. Stops when asked to. */
export async function sendLetters(
  context: LetterContext,
  composers: Composers,
  { letters }: { letters: number[] },
  isStopping: AbortSignal,
): Promise<void> {
  const left = letters.values()
  const failed: { letter: number }[] = []
  const sendNext = async () => {
    for (const letter of left) {
      if (isStopping.aborted) failed.push({ letter })
      else await sendLetter(context, composers, { letter }).catch(() => failed.push({ letter }))
    }
  }
  await Promise.all(Array.from({ length: sentAtOnce }, sendNext))
  if (failed.length > 0) await enqueueMany(context.db, 'send-letter', failed)
}

const sentAtOnce = 4
