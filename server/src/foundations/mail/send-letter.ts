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
/** The retries cover an outage that lasts a whole working day. */
export const letterRetriesMs = [
  ...[2, 10, 30].map((seconds) => seconds * second),
  ...[2, 10, 30].map((minutes) => minutes * minute),
  ...Array.from({ length: 8 }, () => hour),
]
const retentionDays = 30

/** Sends a letter. Throws if the job must be retried. A letter with `leavesOnce` is not sent again after a crash. */
export async function sendLetter(
  context: LetterContext,
  composers: Composers,
  { letter: id }: { letter: number },
): Promise<void> {
  const { error } = await attemptSending(context, composers, id)
  if (error !== undefined) throw error
}

type Result = { error?: unknown; isInDoubt?: boolean }

async function attemptSending(context: LetterContext, composers: Composers, id: number): Promise<Result> {
  return transact(context.db, async (db) => {
    const letter = await lockLetter(db, id)
    if (!letter) return {}
    const attempts = letter.attempts + 1
    if (await wasInterrupted(db, id)) {
      await saveOutcome(db, id, { attempts, failure: uncertainMessage, given_up_at: now })
      return { isInDoubt: true }
    }
    const { message, error } = await buildAndSend(context, composers, letter)
    if (error === undefined) {
      await saveOutcome(db, id, { attempts, sent_at: now, unneeded: !message, failure: null })
      // Excludes letters to lists, because these are not sent to refused addresses.
      if (message && !message.leavesOnce) await removeRefusedAddress(db, message.to)
      return {}
    }
    return saveFailure(db, { id, attempts, message, error })
  })
}

/** Uses the database's clock, so that the times of several workers are comparable. */
const now = sql<Date>`clock_timestamp()`

type WaitingLetter = { id: number; kind: string; about: Record<string, unknown>; attempts: number }
type Transmission = { message?: Message | null; error?: unknown }

async function buildAndSend(
  { config, db, mailer }: LetterContext,
  composers: Composers,
  letter: WaitingLetter,
): Promise<Transmission> {
  let message
  try {
    const compose = composers[letter.kind as LetterKind] as Composer<LetterKind>
    // Composes outside the transaction, so that links in the letter work as soon as the letter is sent.
    message = await compose(db, config, letter.about as Letters[LetterKind], letter.id)
    if (message?.leavesOnce) await db.insert('handed_letters', { letter_id: letter.id })
    if (message) await mailer.send(message)
    return { message }
  } catch (error) {
    return { message, error }
  }
}

async function saveFailure(
  db: Db,
  { id, attempts, message, error }: Transmission & { id: number; attempts: number },
): Promise<Result> {
  const failure = error instanceof MailFailed ? error : buildFailure
  if (message?.leavesOnce && failure.isUncertain) {
    await saveOutcome(db, id, { attempts, failure: uncertainMessage, given_up_at: now })
    return { isInDoubt: true }
  }
  const isLast = attempts > letterRetriesMs.length || failure.isPermanent
  const { message: reason, isOfRecipient: refused_recipient } = failure
  await saveOutcome(db, id, { attempts, failure: reason, ...(isLast && { given_up_at: now, refused_recipient }) })
  if (message && failure.isOfAddress) await saveRefusedAddress(db, message.to)
  return { error }
}

const buildFailure = {
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

async function saveOutcome(db: Db, id: number, outcome: Outcome): Promise<void> {
  await db
    .with('finished_transmission', (db) => db.deleteFrom('handed_letters').where('letter_id', '=', id))
    .updateTable('letters')
    .set(outcome)
    .where('id', '=', id)
    .execute()
}

export const uncertainMessage = 'The mail server may have taken it: the connection ended before it answered.'

/** Returns whether a worker died while it transmitted the letter. The caller must have locked the letter. */
async function wasInterrupted(db: Db, id: number): Promise<boolean> {
  const transmission = await db.find('handed_letters', ['letter_id'], { letter_id: id })
  return transmission !== undefined
}

async function saveRefusedAddress(db: Db, address: string): Promise<void> {
  await db
    .insertInto('refused_addresses')
    .values({ folded_email: foldEmail(address) })
    .onConflict((refused) => refused.column('folded_email').doUpdateSet({ refused_at: sql`now()` }))
    .execute()
}

async function removeRefusedAddress(db: Db, address: string): Promise<void> {
  await db.remove('refused_addresses', { folded_email: foldEmail(address) })
}

/** Locks a letter, unless it was sent, given up or paused. Throws if another worker has locked it. */
async function lockLetter(db: Db, id: number) {
  const timeout = 'idle_in_transaction_session_timeout'
  return (
    db
      .selectFrom('letters')
      .select(['id', 'kind', 'about', 'attempts'])
      // Must be longer than the time limits for the mail server.
      .select(sql`set_config(${timeout}, '15min', true)`.as('session_timeout'))
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where('held_at', 'is', null)
      .forUpdate()
      .noWait()
      .executeTakeFirst()
  )
}

export async function deleteOldLetters({ db }: Pick<LetterContext, 'db'>): Promise<void> {
  await db
    .deleteFrom('letters')
    .where((eb) => eb.fn.coalesce('sent_at', 'given_up_at'), '<', subDays(new Date(), retentionDays).toISOString())
    .execute()
}

/** Sends letters until several in a row are refused. Returns how many were sent, or throws unexpected errors. */
export async function sendLetters(
  context: LetterContext,
  composers: Composers,
  letters: readonly number[],
  isStopping?: AbortSignal,
): Promise<number> {
  const remaining = letters.values()
  const failures: unknown[] = []
  let [sentCount, failedInRow] = [0, 0]
  const sendNext = async () => {
    for (const letter of remaining) {
      if (isStopping?.aborted || failedInRow >= maxFailuresInRow) return
      const { error, isInDoubt } = await attemptSending(context, composers, letter).catch((error: unknown): Result => ({
        error,
      }))
      failedInRow = isInDoubt || isRefusal(error) ? failedInRow + 1 : 0
      if (error === undefined) sentCount += 1
      else if (!isExpected(error)) failures.push(error)
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, sendNext))
  if (failures.length > 0) throw failures[0]
  return sentCount
}

const isRefusal = (error: unknown) => error instanceof MailFailed && error.isPermanent && !error.isOfRecipient
/** After this many consecutive failures, the mail server is the likely cause, not the recipients. */
export const maxFailuresInRow = 5

const isExpected = (error: unknown) => error instanceof MailFailed || sqlState(error) === '55P03'
/** Each transmission uses two of a worker's six database connections. The others remain for urgent letters. */
export const maxConcurrent = 2

/** When each retry is due, in seconds after the letter was created. */
const retrySeconds = letterRetriesMs.map(
  (_, tries) => letterRetriesMs.slice(0, tries + 1).reduce((sum, ms) => sum + ms, 0) / second,
)
/** Matches letters `l` for which the next attempt is due. */
export const isDue = sql<boolean>`(l.attempts = 0
  or l.created_at + (${retrySeconds}::int[])[l.attempts] * interval '1 second' <= now())`
