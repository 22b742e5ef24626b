import { sql } from 'kysely'
import { z } from 'zod'
import { transact, type Db } from '../../foundations/database/db.ts'
import { compare, isNotNull } from '../../foundations/database/rows.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { enqueueLetter, insertLettersWithoutJobs, type Composers } from '../../foundations/mail/letters.ts'
import {
  isDue,
  maxConcurrent,
  maxFailuresInRow,
  sendLetters,
  uncertainMessage,
} from '../../foundations/mail/send-letter.ts'
import type { LetterContext } from '../../foundations/mail/send-letter.ts'
import type { Config } from '../../foundations/process/config.ts'
import { addressKey, letterDecisions } from './decisions.ts'
import { toPeople } from './people-of-list.ts'
import { findSubjectBlocker, type LetterSubject } from './subject.ts'

/** Returns the number of letters per job and of seconds between jobs: about ten seconds, or more at low rates. */
export function sendLimits({ LIST_LETTERS_PER_MINUTE }: Pick<Config, 'LIST_LETTERS_PER_MINUTE'>) {
  const letters = Math.ceil(LIST_LETTERS_PER_MINUTE / 6)
  return { letters, seconds: (letters * 60) / LIST_LETTERS_PER_MINUTE }
}

/** Stops and refusals take effect after each batch. */
const batchSize = 50
const watchedLetters = 200
/** The maximum number of refusals among the first `watchedLetters` (5%) before a letter is stopped. */
export const maxRefused = 10

/** Runs as a single job, so that urgent letters, such as sign-in codes, do not wait behind list letters. */
export async function sendDueLetters(
  context: LetterContext,
  composers: Composers,
  isStopping?: AbortSignal,
): Promise<void> {
  const { letters, seconds } = sendLimits(context.config)
  const endsAt = performance.now() + seconds * 1000
  let remaining = letters
  while (remaining > 0 && performance.now() < endsAt && !isStopping?.aborted) {
    const batch = await advanceLetters(context, Math.min(remaining, batchSize))
    if ((await sendLetters(context, composers, batch, isStopping)) === 0) break
    remaining -= batch.length
  }
  await advanceLetters(context, 0)
}

/** Records outcomes of list letters and fills the outbox. Returns the ids of up to `limit` due e-mails. */
export async function advanceLetters(
  { db, config }: { db: Db; config: Config },
  limit: number = batchSize,
): Promise<number[]> {
  await recordOutcomes(db)
  const isUnderWay = { status: ['leaving', 'sending'], published_at: compare('<=', sql`now()`) } as const
  const due = await db.findAll('list_letters', ['id'], isUnderWay, { by: 'published_at' })
  for (const { id } of due)
    await advance(db, id, { limit: Math.ceil(limit / due.length), perMinute: config.LIST_LETTERS_PER_MINUTE })
  return limit > 0 ? listDueLetters(db, limit) : []
}

type Limits = { limit: number; perMinute: number }
type LetterUnderWay = LetterSubject & { ignores_refusals: boolean }

async function advance(db: Db, id: number, limits: Limits): Promise<void> {
  await transact(db, async (db) => {
    const letter = await db
      .selectFrom('list_letters')
      .select(['status', 'event_id', 'opportunity_id', 'news_item_id', 'ignores_refusals'])
      .where('id', '=', id)
      .where('status', 'in', ['leaving', 'sending'])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!letter) return
    const counts = await readCounts(db, id)
    const failure = (await findInterruption(db, id, counts)) ?? (await findStopReason(db, letter, counts))
    if (failure) return failLetter(db, id, failure)
    if (letter.status === 'leaving') await db.update('list_letters', { id }, { status: 'sending' })
    if (counts.waiting > 0) await addToOutbox(db, id, countNewLetters(letter, counts, limits))
    else if (counts.handed === 0 && !(await includeNextAtAddress(db, id))) await finish(db, id)
  })
}

async function recordOutcomes(db: Db): Promise<void> {
  await db
    .updateTable('list_letter_recipients as r')
    .from('letters as l')
    .set({
      state: sql`case when l.unneeded then 'left_out' when l.sent_at is not null then 'sent' when l.failure = ${uncertainMessage} then 'in_doubt' else 'refused' end`,
      reason: sql`case when l.unneeded then 'gone' end`,
      changed_at: sql<string>`coalesce(l.sent_at, l.given_up_at)`,
    })
    .whereRef('l.id', '=', 'r.outbox_id')
    .where('r.state', '=', 'handed')
    // Limits the scan to the few e-mails without a recorded outcome.
    .where(sql<boolean>`l.id = any(array(select outbox_id from list_letter_recipients where state = 'handed'))`)
    .where(sql<boolean>`coalesce(l.sent_at, l.given_up_at) is not null`)
    .execute()
}

const countsRow = z.object({
  waiting: z.number(),
  handed: z.number(),
  arrived: z.number(),
  in_doubt: z.number(),
  refused: z.number(),
  due: z.number(),
  deferred: z.number(),
})
type Counts = z.output<typeof countsRow>

async function readCounts(db: Db, letter: number): Promise<Counts> {
  const [row] = await selectRaw(db, countsRow)`with in_outbox as (
        select ${isDue} as is_due, l.attempts > 0 as is_deferred
        from list_letter_recipients r
          join letters l on l.id = r.outbox_id
        where r.letter_id = ${letter} and r.state = 'handed'
      )
      select count(*) filter (where state = 'waiting') as waiting,
        count(*) filter (where state = 'handed') as handed,
        count(*) filter (where state in ('sent', 'in_doubt')) as arrived,
        count(*) filter (where state = 'in_doubt') as in_doubt,
        count(*) filter (where state = 'refused') as refused,
        (select count(*) from in_outbox where is_due) as due,
        (select count(*) from in_outbox where is_deferred) as deferred
      from list_letter_recipients
      where letter_id = ${letter}`
  return row!
}

/** Returns 0 while many e-mails are deferred. Allows `watchedLetters` in all until their outcomes are known. */
function countNewLetters(
  { ignores_refusals }: LetterUnderWay,
  { arrived, refused, handed, due, deferred }: Counts,
  { limit, perMinute }: Limits,
): number {
  // Assumes throttling if deferrals exceed the letters of one minute plus 5% of those with an outcome.
  if (deferred > perMinute + (arrived + refused) / 20) return 0
  const tried = arrived + refused + handed
  return Math.min(limit - due, ignores_refusals || tried >= watchedLetters ? limit : watchedLetters - tried)
}

async function findStopReason(
  db: Db,
  letter: LetterUnderWay,
  { arrived, refused, handed, waiting }: Counts,
): Promise<string | null> {
  const tried = arrived + refused + handed
  if (!letter.ignores_refusals && tried <= watchedLetters && refused > maxRefused && waiting > maxRefused)
    return `Mail servers have refused ${refused} of the first ${tried} letters for good. Check the addresses before you resume.`
  return waiting + handed > 0 ? findSubjectBlocker(db, letter) : null
}

const runRow = z.object({ failures: z.number(), refused: z.array(z.number()), failure: z.string().nullable() })

/**
 * Returns the reason if the last letters failed and recipients are not the cause. Requeues refused recipients. Because
 * letters are sent concurrently, the last delivery may end after the first failures.
 */
async function findInterruption(
  db: Db,
  id: number,
  { waiting, handed, arrived, refused, in_doubt }: Counts,
): Promise<string | null> {
  if (refused + in_doubt === 0) return null
  const [run] = await selectRaw(db, runRow)`with outcome as (
        select r.id, r.state, r.changed_at, l.failure, r.state = 'in_doubt' or l.refused_recipient is false as is_failure
        from list_letter_recipients r
          left join letters l on l.id = r.outbox_id
        where r.letter_id = ${id}
          and r.state in ('sent', 'refused', 'in_doubt')
          and r.changed_at > (select updated_at from list_letters where id = ${id})
      )
      select count(*) as failures, coalesce(array_agg(id) filter (where state = 'refused'), '{}') as refused,
        (array_agg(failure order by changed_at desc) filter (where state = 'refused'))[1] as failure
      from outcome
      where is_failure
        and changed_at > coalesce((
          select changed_at
          from outcome
          where is_failure is not true
          order by changed_at desc
          offset ${maxConcurrent - 1} limit 1), '-infinity')`
  const { failures, refused: people, failure } = run!
  const isEveryone = waiting + handed === 0 && people.length === arrived + refused
  if (failures < maxFailuresInRow && !isEveryone) return null
  if (people.length === 0)
    return `The mail server has not answered for the last ${failures} letters: they may have arrived or not. Everyone else waits. Resume when it answers.`
  await requeueRecipients(db, people)
  return `Mail servers have refused the last ${people.length === 1 ? 'letter' : `${people.length} letters`}, and not because of the address. ${failure} These people wait. Resume when this is fixed.`
}

async function requeueRecipients(db: Db, recipients: readonly number[]): Promise<void> {
  const outbox = sql`any(select outbox_id from list_letter_recipients where id = any(${recipients}::bigint[]))`
  await db.remove('letters', { id: outbox })
  const waiting = { state: 'waiting', outbox_id: null, address_key: null, changed_at: sql<string>`now()` } as const
  await db.update('list_letter_recipients', { id: recipients }, waiting)
}

/** Stops a list letter under way as failed, and notifies its sender. Does nothing if the letter is not under way. */
export async function failLetter(db: Db, id: number, reason: string): Promise<void> {
  await transact(db, async (db) => {
    const failed = await db
      .updateTable('list_letters')
      .set({ status: 'failed', stop_reason: reason })
      .where('id', '=', id)
      .where('status', 'in', ['leaving', 'sending'])
      .returning('sender_id as user')
      .executeTakeFirst()
    if (failed?.user) await enqueueLetter(db, 'list-letter-stopped', { user: failed.user, list_letter: id })
  })
}

/** Includes the next person at a shared address if the first was left out later. Returns whether anyone was added. */
async function includeNextAtAddress(db: Db, id: number): Promise<boolean> {
  const letter = await db.get('list_letters', ['topic', 'event_id', 'opportunity_id', 'skips_answered'], { id })
  const atSharedAddress = { letter_id: id, reason: 'same_address' } as const
  const others = await db.findAll('list_letter_recipients', ['alumnus_id', 'signup_id'], atSharedAddress)
  if (others.length === 0) return false
  const included = await selectRaw(
    db,
    z.object({ id: z.number() }),
  )`update list_letter_recipients r set state = 'waiting', reason = null, changed_at = now()
      from ${letterDecisions(toPeople(others), letter)} d
      where r.letter_id = ${id}
        and r.reason = 'same_address'
        and d.reason is null
        and (r.alumnus_id = d.alumnus_id or (r.alumnus_id is null and r.signup_id = d.signup_id))
        and not exists (
          select from list_letter_recipients other
          where other.letter_id = ${id} and other.address_key = ${addressKey(id, sql`d.folded_email`)})
      returning r.id`
  return included.length > 0
}

async function finish(db: Db, id: number): Promise<void> {
  await db.update('list_letters', { id }, { status: 'sent' })
  await db.update('list_letter_recipients', { letter_id: id, address_key: isNotNull }, { address_key: null })
}

async function addToOutbox(db: Db, letter: number, limit: number): Promise<void> {
  if (limit <= 0) return
  const waiting = { letter_id: letter, state: 'waiting' } as const
  const next = await db.findAll('list_letter_recipients', ['id as recipient'], waiting, { by: 'id', limit })
  const ids = await insertLettersWithoutJobs(db, 'list-letter', next)
  await db
    .updateTable('list_letter_recipients as r')
    .from('letters as l')
    .set({ state: 'handed', outbox_id: sql<number>`l.id`, changed_at: sql<string>`now()` })
    .where(sql<boolean>`l.id = any(${ids}::bigint[])`)
    .where(sql<boolean>`r.id = (l.about->>'recipient')::bigint`)
    .execute()
}

/** Includes e-mails of stopped letters, which the composer skips, and those that a crashed worker did not send. */
async function listDueLetters(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('letters as l')
    .select('l.id')
    .where('l.kind', '=', sql.lit('list-letter'))
    .where('l.sent_at', 'is', null)
    .where('l.given_up_at', 'is', null)
    .where('l.held_at', 'is', null)
    .where(isDue)
    .orderBy('l.attempts')
    .orderBy('l.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
