import { foldEmail } from '@alumni/shared/email-address'
import { subDays } from 'date-fns/subDays'
import { sql, type RawBuilder } from 'kysely'
import { sqlState } from '../database/connection-loss.ts'
import type { Config } from '../process/config.ts'
import { transact, type Db } from '../database/db.ts'
import type { Composer, Composers, LetterKind, Letters } from './letters.ts'
import { MailFailed, type Mailer, type Message } from './mailer.ts'

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
 * Sends a letter once. Its row stays locked while the mail server has it; if the worker dies, the next one takes it over.
 * If it dies after the mail server accepted the letter but before the commit, the letter is sent again, or is in doubt if
 * it `leavesOnce`. Throws an error that is to be retried.
 */
export async function sendLetter(
  context: LetterContext,
  composers: Composers,
  { letter: id }: { letter: number },
): Promise<void> {
  const { error } = await trySending(context, composers, id)
  if (error !== undefined) throw error
}

type Result = { error?: unknown; isInDoubt?: boolean }

async function trySending(context: LetterContext, composers: Composers, id: number): Promise<Result> {
  return transact(context.db, async (own) => {
    const letter = await lockLetter(own, id)
    if (!letter) return {}
    const attempts = letter.attempts + 1
    if (await wasInterrupted(own, id)) {
      await update(own, id, { attempts, failure: uncertainSentence, given_up_at: now })
      return { isInDoubt: true }
    }
    const { message, error } = await hand(context, composers, letter)
    if (error === undefined) {
      await update(own, id, { attempts, sent_at: now, unneeded: !message, failure: null })
      // An address on file as refused gets no letter to a list, so none of those can clear it.
      if (message && !message.leavesOnce) await forgetRefused(own, message.to)
      return {}
    }
    return noteFailure(own, { id, attempts, message, error })
  })
}

/** Outcomes of several workers are in order by the database's clock. */
const now = sql<Date>`clock_timestamp()`

type Waiting = { id: number; kind: string; about: Record<string, unknown>; attempts: number }
type Handed = { message?: Message | null; error?: unknown }

/** Writes a letter and hands it to the mail server, where it has a recipient. */
async function hand({ config, db, mailer }: LetterContext, composers: Composers, letter: Waiting): Promise<Handed> {
  let message
  try {
    const compose = composers[letter.kind as LetterKind] as Composer<LetterKind>
    // Beside the transaction: a link in a letter works from the moment it leaves.
    message = await compose(db, config, letter.about as Letters[LetterKind], letter.id)
    if (message?.leavesOnce) await db.insert('handed_letters', { letter_id: letter.id })
    if (message) await mailer.send(message)
    return { message }
  } catch (error) {
    return { message, error }
  }
}

/** Saves the failure, and returns it without the error if the letter is in doubt. */
async function noteFailure(
  own: Db,
  { id, attempts, message, error }: Handed & { id: number; attempts: number },
): Promise<Result> {
  const failed = error instanceof MailFailed ? error : notWritten
  if (message?.leavesOnce && failed.isUncertain) {
    await update(own, id, { attempts, failure: uncertainSentence, given_up_at: now })
    return { isInDoubt: true }
  }
  const isLast = attempts > letterRetriesMs.length || failed.isPermanent
  const { message: sentence, isOfRecipient: refused_recipient } = failed
  await update(own, id, { attempts, failure: sentence, ...(isLast && { given_up_at: now, refused_recipient }) })
  if (message && failed.isOfAddress) await rememberRefused(own, message.to)
  return { error }
}

const notWritten = {
  message: 'The letter could not be written.',
  isUncertain: false,
  isPermanent: false,
  isOfAddress: false,
  isOfRecipient: false,
}

type Outcome = {
  attempts: number
  failure: string | null
  sent_at?: RawBuilder<Date>
  unneeded?: boolean
  given_up_at?: RawBuilder<Date>
  refused_recipient?: boolean
}

/** Writes the outcome of a letter, which the mail server no longer has in hand. */
async function update(own: Db, id: number, outcome: Outcome): Promise<void> {
  await own
    .with('handed', (db) => db.deleteFrom('handed_letters').where('letter_id', '=', id))
    .updateTable('letters')
    .set(outcome)
    .where('id', '=', id)
    .execute()
}

/** The failure of a letter that may leave once at most, and may have left. */
export const uncertainSentence = 'The mail server may have taken it: the connection ended before it answered.'

/** Whether a worker died while the mail server had a letter that may leave once at most; looked at under its lock. */
async function wasInterrupted(db: Db, id: number): Promise<boolean> {
  const handed = await db.find('handed_letters', ['letter_id'], { letter_id: id })
  return handed !== undefined
}

async function rememberRefused(db: Db, address: string): Promise<void> {
  await db
    .insertInto('refused_addresses')
    .values({ folded_email: foldEmail(address) })
    .onConflict((refused) => refused.column('folded_email').doUpdateSet({ refused_at: sql`now()` }))
    .execute()
}

async function forgetRefused(db: Db, address: string): Promise<void> {
  await db.remove('refused_addresses', { folded_email: foldEmail(address) })
}

/** Locks a letter, unless it has left, was given up, or waits after a restore. Throws when another worker has it locked. */
async function lockLetter(db: Db, id: number) {
  const timeout = 'idle_in_transaction_session_timeout'
  return (
    db
      .selectFrom('letters')
      .select(['id', 'kind', 'about', 'attempts'])
      // Longer than a mail server may take.
      .select(sql`set_config(${timeout}, '15min', true)`.as('patience'))
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where('held_at', 'is', null)
      .forUpdate()
      .noWait()
      .executeTakeFirst()
  )
}

/** Forgets letters a month after they left or were given up. */
export async function forgetLetters({ db }: Pick<LetterContext, 'db'>): Promise<void> {
  await db
    .deleteFrom('letters')
    .where((eb) => eb.fn.coalesce('sent_at', 'given_up_at'), '<', subDays(new Date(), retentionDays).toISOString())
    .execute()
}

/**
 * Sends letters one after another, two at once, until it is asked to stop or `failuresInRow` of them fail for reasons
 * other than their recipients; a letter that failed stays in the outbox. Answers how many the mail server took, or were
 * not needed. Throws what is no fault of the mail server.
 */
export async function sendLetters(
  context: LetterContext,
  composers: Composers,
  letters: readonly number[],
  isStopping?: AbortSignal,
): Promise<number> {
  const left = letters.values()
  const failures: unknown[] = []
  let [done, inRow] = [0, 0]
  const sendNext = async () => {
    for (const letter of left) {
      if (isStopping?.aborted || inRow >= failuresInRow) return
      const { error, isInDoubt } = await trySending(context, composers, letter).catch((error: unknown): Result => ({
        error,
      }))
      inRow = isInDoubt || isRefusal(error) ? inRow + 1 : 0
      if (error === undefined) done += 1
      else if (!isUsual(error)) failures.push(error)
    }
  }
  await Promise.all(Array.from({ length: sentAtOnce }, sendNext))
  if (failures.length > 0) throw failures[0]
  return done
}

/** The mail server would refuse the next letter too. */
const isRefusal = (error: unknown) => error instanceof MailFailed && error.isPermanent && !error.isOfRecipient
/** So many letters in a row that were refused or are in doubt are the mail server's doing, not that of their recipients. */
export const failuresInRow = 5

/** The mail server took none, or another worker has the letter in hand. */
const isUsual = (error: unknown) => error instanceof MailFailed || sqlState(error) === '55P03'
/** Each takes two connections: the others of a worker's six are for letters that someone waits for. */
const sentAtOnce = 2

/** When a letter is tried again: seconds since it was asked for. */
const triedAgainAt = letterRetriesMs.map(
  (_, tries) => letterRetriesMs.slice(0, tries + 1).reduce((sum, ms) => sum + ms, 0) / second,
)
/** In a query with `letters` as `l`: whether the time of its next try has come. */
export const isDue = sql<boolean>`(l.attempts = 0
  or l.created_at + (${triedAgainAt}::int[])[l.attempts] * interval '1 second' <= now())`
