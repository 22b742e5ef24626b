import { sql } from 'kysely'
import { z } from 'zod'
import { transact, type Db } from '../../foundations/database/db.ts'
import { compare, isNotNull } from '../../foundations/database/rows.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { enqueueLetter, insertLettersWithoutJobs, type Composers } from '../../foundations/mail/letters.ts'
import {
  maxFailuresInRow,
  isDue,
  sendLetters,
  uncertainSentence,
  type LetterContext,
} from '../../foundations/mail/send-letter.ts'
import type { Config } from '../../foundations/process/config.ts'
import { addressKey, letterDecisions } from './choose.ts'
import { peopleAmong } from './people-of-list.ts'
import { findSubjectBlocker, type LetterSubject } from './subject.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'send-list-letters': Record<string, never>
  }
}

/** Returns the number of letters per turn, and the seconds between turns: about ten, unless the limit is low. */
export function turnSize({ LIST_LETTERS_PER_MINUTE }: Pick<Config, 'LIST_LETTERS_PER_MINUTE'>) {
  const letters = Math.ceil(LIST_LETTERS_PER_MINUTE / 6)
  return { letters, seconds: (letters * 60) / LIST_LETTERS_PER_MINUTE }
}

/** Letters per batch, after which a stop or too many refusals take effect. */
const batchSize = 50
const watchedLetters = 200
/** A letter stops if more of the first `watchedLetters` are refused (5 %), and more people still wait. */
export const maxRefused = 10

/**
 * Sends letters until the turn’s share or time is used up, or the mail server takes no more. It is a single job, so
 * that letters that people wait for are not queued behind it.
 */
export async function takeTurn(context: LetterContext, composers: Composers, isStopping?: AbortSignal): Promise<void> {
  const { letters: share, seconds } = turnSize(context.config)
  const endsAt = performance.now() + seconds * 1000
  let remaining = share
  while (remaining > 0 && performance.now() < endsAt && !isStopping?.aborted) {
    const letters = await advanceLetters(context, Math.min(remaining, batchSize))
    if ((await sendLetters(context, composers, letters, isStopping)) === 0) break
    remaining -= letters.length
  }
  await advanceLetters(context, 0)
}

/**
 * Records the outcome of sent letters and hands over more of every letter that is due. Returns the ids of up to `room`
 * e-mails that wait in the outbox.
 */
export async function advanceLetters(
  { db, config }: { db: Db; config: Config },
  room: number = batchSize,
): Promise<number[]> {
  await recordOutcomes(db)
  const isUnderWay = { status: ['leaving', 'sending'], published_at: compare('<=', sql`now()`) } as const
  const due = await db.findAll('list_letters', ['id'], isUnderWay, { by: 'published_at' })
  for (const { id } of due)
    await advance(db, id, { room: Math.ceil(room / due.length), perMinute: config.LIST_LETTERS_PER_MINUTE })
  return room > 0 ? listDueLetters(db, room) : []
}

async function advance(db: Db, id: number, { room, perMinute }: { room: number; perMinute: number }): Promise<void> {
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
    if (letter.status === 'leaving') await setStatus(db, id, 'sending')
    if (counts.waiting > 0) await handOver(db, id, roomOf(letter, counts, { room, perMinute }))
    else if (counts.handed === 0 && !(await includeOthers(db, id))) await finish(db, id)
  })
}

/** Copies outcomes from the outbox to recipients. Those who were left out at their turn have theirs already. */
async function recordOutcomes(db: Db): Promise<void> {
  await db
    .updateTable('list_letter_recipients as r')
    .from('letters as l')
    .set({
      state: sql`case when l.unneeded then 'left_out' when l.sent_at is not null then 'sent' when l.failure = ${uncertainSentence} then 'in_doubt' else 'refused' end`,
      reason: sql`case when l.unneeded then 'gone' end`,
      changed_at: sql<string>`coalesce(l.sent_at, l.given_up_at)`,
    })
    .whereRef('l.id', '=', 'r.outbox_id')
    .where('r.state', '=', 'handed')
    // Limits the update to letters that were handed over, which are few.
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
  /** Handed over, with a try that is due. */
  due: z.number(),
  /** Refused for now, with a later try. */
  deferred: z.number(),
})
type Counts = z.output<typeof countsRow>

async function readCounts(db: Db, letter: number): Promise<Counts> {
  const [row] = await selectRaw(
    db,
    countsRow,
    sql`select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'handed') as handed,
        count(*) filter (where state in ('sent', 'in_doubt')) as arrived, count(*) filter (where state = 'in_doubt') as in_doubt,
        count(*) filter (where state = 'refused') as refused,
        (select count(*) from list_letter_recipients r join letters l on l.id = r.outbox_id
          where r.letter_id = ${letter} and r.state = 'handed' and ${isDue}) as due,
        (select count(*) from list_letter_recipients r join letters l on l.id = r.outbox_id
          where r.letter_id = ${letter} and r.state = 'handed' and l.attempts > 0) as deferred
      from list_letter_recipients where letter_id = ${letter}`,
  )
  return row!
}

type LetterUnderWay = LetterSubject & { ignores_refusals: boolean }

/**
 * Returns how many more letters go to the outbox: none while many are deferred, and at most `watchedLetters` until the
 * first results are in.
 */
function roomOf(
  { ignores_refusals }: LetterUnderWay,
  { arrived, refused, handed, due, deferred }: Counts,
  { room, perMinute }: { room: number; perMinute: number },
): number {
  // Many deferrals mean throttling: the limit is a minute’s letters and 5 % of those that were tried.
  if (deferred > perMinute + (arrived + refused) / 20) return 0
  const tried = arrived + refused + handed
  return Math.min(room - due, ignores_refusals || tried >= watchedLetters ? room : watchedLetters - tried)
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
 * Explains a run of failures that are not about the recipients, since the letter was sent or resumed; null if there are
 * too few. Refused recipients wait again.
 */
async function findInterruption(
  db: Db,
  id: number,
  { waiting, handed, arrived, refused, in_doubt }: Counts,
): Promise<string | null> {
  if (refused + in_doubt === 0) return null
  const [run] = await selectRaw(
    db,
    runRow,
    sql`with outcome as (
        select r.id, r.state, r.changed_at, l.failure, r.state = 'in_doubt' or l.refused_recipient is false as is_failure
        from list_letter_recipients r left join letters l on l.id = r.outbox_id
        where r.letter_id = ${id} and r.state in ('sent', 'refused', 'in_doubt')
          and r.changed_at > (select updated_at from list_letters where id = ${id}))
      select count(*) as failures, coalesce(array_agg(id) filter (where state = 'refused'), '{}') as refused,
        (array_agg(failure order by changed_at desc) filter (where state = 'refused'))[1] as failure
      from outcome where is_failure
        and changed_at > coalesce((select max(changed_at) from outcome where is_failure is not true), '-infinity')`,
  )
  const { failures, refused: people, failure } = run!
  const isEveryone = waiting + handed === 0 && people.length === arrived + refused
  if (failures < maxFailuresInRow && !isEveryone) return null
  if (people.length === 0)
    return `The mail server has not answered for the last ${failures} letters: they may have arrived or not. Everyone else waits. Resume when it answers.`
  await requeueRecipients(db, people)
  return `Mail servers have refused the last ${people.length === 1 ? 'letter' : `${people.length} letters`}, and not because of the address. ${failure} These people wait. Resume when this is fixed.`
}

/** Lets recipients wait for the letter again, as before it was handed over. */
async function requeueRecipients(db: Db, recipients: readonly number[]): Promise<void> {
  const outbox = sql`any(select outbox_id from list_letter_recipients where id = any(${recipients}::bigint[]))`
  await db.remove('letters', { id: outbox })
  const waiting = { state: 'waiting', outbox_id: null, address_key: null, changed_at: sql<string>`now()` } as const
  await db.update('list_letter_recipients', { id: recipients }, waiting)
}

/** Stops a letter and notifies its sender of the reason. */
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

async function setStatus(db: Db, id: number, status: 'sending' | 'sent'): Promise<void> {
  await db.update('list_letters', { id }, { status })
}

/**
 * Includes one of the people who were left out for a shared address that got no letter, because its first owner was
 * left out later. Returns whether there is one.
 */
async function includeOthers(db: Db, id: number): Promise<boolean> {
  const letter = await db.get('list_letters', ['topic', 'event_id', 'opportunity_id', 'skips_answered'], { id })
  const sharing = { letter_id: id, reason: 'same_address' } as const
  const others = await db.findAll('list_letter_recipients', ['alumnus_id', 'signup_id'], sharing)
  if (others.length === 0) return false
  const included = await selectRaw(
    db,
    z.object({ id: z.number() }),
    sql`update list_letter_recipients r set state = 'waiting', reason = null, changed_at = now()
      from ${letterDecisions(peopleAmong(others), letter)} d
      where r.letter_id = ${id} and r.reason = 'same_address' and d.reason is null
        and (r.alumnus_id = d.alumnus_id or (r.alumnus_id is null and r.signup_id = d.signup_id))
        and not exists (select from list_letter_recipients o
          where o.letter_id = ${id} and o.address_key = ${addressKey(id, sql`d.folded_email`)})
      returning r.id`,
  )
  return included.length > 0
}

async function finish(db: Db, id: number): Promise<void> {
  await setStatus(db, id, 'sent')
  await db.update('list_letter_recipients', { letter_id: id, address_key: isNotNull }, { address_key: null })
}

/** Hands the next recipients to the outbox. */
async function handOver(db: Db, letter: number, room: number): Promise<void> {
  if (room <= 0) return
  const waiting = { letter_id: letter, state: 'waiting' } as const
  const next = await db.findAll('list_letter_recipients', ['id as recipient'], waiting, { by: 'id', limit: room })
  const ids = await insertLettersWithoutJobs(db, 'list-letter', next)
  await db
    .updateTable('list_letter_recipients as r')
    .from('letters as l')
    .set({ state: 'handed', outbox_id: sql<number>`l.id`, changed_at: sql<string>`now()` })
    .where(sql<boolean>`l.id = any(${ids}::bigint[])`)
    .where(sql<boolean>`r.id = (l.about->>'recipient')::bigint`)
    .execute()
}

/**
 * Lists e-mails that are due, including those of stopped letters and dead workers; the composer skips the ones that
 * must not be sent.
 */
async function listDueLetters(db: Db, room: number): Promise<number[]> {
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
    .limit(room)
    .execute()
  return rows.map(({ id }) => id)
}
