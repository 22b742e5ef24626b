import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { askForLetter, askForLettersTogether } from '../../foundations/mail/letters.ts'
import { uncertainSentence } from '../../foundations/mail/send-letter.ts'
import type { Config } from '../../foundations/process/config.ts'
import { whySubjectEnded, type AboutSubject } from './subject.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'send-list-letters': Record<string, never>
  }
}

/** How often `advanceLetters` runs. */
export const turnSeconds = 10
const [watched, maxRefused] = [200, 10]

type Context = { db: Db; config: Config }

/**
 * Goes on with every letter whose time has come: notes what became of the letters of the last turn, and hands as many
 * more over as may leave until the next one. Fewer are handed over while others still wait in the outbox.
 */
export async function advanceLetters(context: Context): Promise<void> {
  const due = await context.db
    .selectFrom('list_letters')
    .select('id')
    .where('status', 'in', ['leaving', 'sending'])
    .where('published_at', '<=', sql<string>`now()`)
    .orderBy('published_at')
    .execute()
  for (const { id } of due) await advance(context, id)
  await settleStopped(context.db)
}

async function advance({ db, config }: Context, id: number): Promise<void> {
  await transact(db, async (db) => {
    const letter = await db
      .selectFrom('list_letters')
      .select(['id', 'status', 'event_id', 'opportunity_id', 'news_item_id', 'sender_id', 'ignores_refusals'])
      .where('id', '=', id)
      .where('status', 'in', ['leaving', 'sending'])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!letter) return
    await settle(db, id)
    const counts = await countStates(db, id)
    const failure = await whyStopped(db, letter, counts)
    if (failure) return fail(db, letter, failure)
    if (letter.status === 'leaving') await setStatus(db, id, 'sending')
    const room = Math.ceil((config.LIST_LETTERS_PER_MINUTE * turnSeconds) / 60) - counts.handed
    if (counts.waiting > 0) await handOver(db, id, room)
    else if (counts.handed === 0) await setStatus(db, id, 'sent')
  })
}

/** Notes the outcome of the letters that the outbox has dealt with. Who was left out at their turn is noted already. */
async function settle(db: Db, letter: number): Promise<void> {
  await db
    .updateTable('list_letter_recipients as r')
    .from('letters as l')
    .set({
      state: sql`case when l.sent_at is not null then 'sent' when l.failure = ${uncertainSentence} then 'in_doubt' else 'refused' end`,
      changed_at: sql<string>`coalesce(l.sent_at, l.given_up_at)`,
    })
    .whereRef('l.id', '=', 'r.outbox_id')
    .where('r.letter_id', '=', letter)
    .where('r.state', '=', 'handed')
    .where(sql<boolean>`coalesce(l.sent_at, l.given_up_at) is not null and not l.unneeded`)
    .execute()
}

/** A letter that was stopped still learns what became of those that had been handed over. */
async function settleStopped(db: Db): Promise<void> {
  const stopped = await db
    .selectFrom('list_letters as t')
    .select('t.id')
    .where('t.status', 'in', ['stopped', 'failed'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('list_letter_recipients as r')
          .select('r.id')
          .whereRef('r.letter_id', '=', 't.id')
          .where('r.state', '=', 'handed'),
      ),
    )
    .execute()
  for (const { id } of stopped) await settle(db, id)
}

type Counts = { waiting: number; handed: number; sent: number; refused: number }

async function countStates(db: Db, letter: number): Promise<Counts> {
  const rows = await db
    .selectFrom('list_letter_recipients')
    .select(['state', ({ fn }) => fn.countAll<number>().as('people')])
    .where('letter_id', '=', letter)
    .groupBy('state')
    .execute()
  const of = (state: string) => rows.find((row) => row.state === state)?.people ?? 0
  return { waiting: of('waiting'), handed: of('handed'), sent: of('sent'), refused: of('refused') }
}

type Advanced = AboutSubject & { id: number; sender_id: number | null; ignores_refusals: boolean }

async function whyStopped(db: Db, letter: Advanced, { sent, refused, waiting }: Counts): Promise<string | null> {
  const isEarly = sent + refused <= watched + maxRefused
  if (!letter.ignores_refusals && isEarly && refused > maxRefused)
    return `Mail servers have refused ${refused} of the first ${sent + refused} letters for good. Check the addresses before you resume.`
  return waiting > 0 ? whySubjectEnded(db, letter) : null
}

async function fail(db: Db, { id, sender_id }: Advanced, reason: string): Promise<void> {
  await db.updateTable('list_letters').set({ status: 'failed', stop_reason: reason }).where('id', '=', id).execute()
  if (sender_id !== null) await askForLetter(db, 'list-letter-stopped', { user: sender_id, list_letter: id })
}

async function setStatus(db: Db, id: number, status: 'sending' | 'sent'): Promise<void> {
  await db.updateTable('list_letters').set({ status }).where('id', '=', id).execute()
}

/** Gives the next letters to the outbox, in one job. */
async function handOver(db: Db, letter: number, room: number): Promise<void> {
  if (room <= 0) return
  const next = await db
    .selectFrom('list_letter_recipients')
    .select('id as recipient')
    .where('letter_id', '=', letter)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(room)
    .execute()
  const ids = await askForLettersTogether(db, 'list-letter', next)
  await db
    .updateTable('list_letter_recipients as r')
    .from('letters as l')
    .set({ state: 'handed', outbox_id: sql<number>`l.id`, changed_at: sql<string>`now()` })
    .where(sql<boolean>`l.id = any(${ids}::bigint[])`)
    .where(sql<boolean>`r.id = (l.about->>'recipient')::bigint`)
    .execute()
}
