import { isDeepStrictEqual } from 'node:util'
import type { askChange, AskFields } from '@alumni/shared/publications/asks'
import { sql } from 'kysely'
import type { z } from 'zod'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, auditEach, type StaffUser } from '../../staff/index.ts'
import { invalid } from '../engine/times.ts'
import { refuseUnknownSubject } from '../list-letters/subject.ts'

type AskContext = { db: Db; by: StaffUser }

/** Stores the ask for living people who do not have it yet. Returns the number of living people. Throws a 422. */
export async function noteAsks({ db, by }: AskContext, buids: readonly string[], ask: AskFields): Promise<number> {
  return transact(db, async (db) => {
    const columns = await columnsOf(db, ask)
    // Locks the people, so that a concurrent retry does not store the ask twice.
    const living = db
      .selectFrom('alumni')
      .select('buid')
      .where('buid', 'in', buids)
      .where('deceased', '=', false)
      .orderBy('id')
    const people = await living.forNoKeyUpdate().execute()
    if (people.length === 0) throw new HttpError(422, 'None of these people are on file anymore, or they are deceased.')
    let same = db.selectFrom('asks').select('buid').where('buid', 'in', buids)
    for (const [name, value] of Object.entries(columns))
      same = same.where(name as keyof AskFields, 'is not distinct from', value)
    const haveAsk = new Set((await same.execute()).map(({ buid }) => buid))
    const others = people.filter(({ buid }) => !haveAsk.has(buid))
    if (others.length === 0) return people.length
    const asks = others.map(({ buid }) => ({ ...columns, buid, noted_by_id: by.id }))
    await db.insert('asks', asks)
    const entries = others.map(({ buid }) => ({ subject: `alumni/${buid}`, detail: { after: columns } }))
    await auditEach(db, by, 'ask.noted', entries)
    return people.length
  })
}

/** Changes an ask. Throws a 404, a 409 if it was changed after the user loaded it, or a 422 with `fields`. */
export async function changeAsk({ db, by }: AskContext, id: number, change: z.output<typeof askChange>): Promise<void> {
  await transact(db, async (db) => {
    const { buid, ask: before } = await lockAsk(db, id)
    const columns = await columnsOf(db, change.to)
    // Accepts a repeated request, because the first reply may have been lost.
    if (isDeepStrictEqual(before, columns)) return
    if (!isDeepStrictEqual(before, pickFields(change.from)))
      throw new HttpError(409, 'Someone changed this ask after you opened it. Close this and edit it again.')
    await db.update('asks', { id }, { ...columns, updated_at: sql<string>`now()` })
    await audit(db, by, 'ask.changed', `alumni/${buid}`, { before, after: columns })
  })
}

export async function removeAsk({ db, by }: AskContext, id: number): Promise<void> {
  await transact(db, async (db) => {
    const { buid, ask: before } = await lockAsk(db, id)
    await db.remove('asks', { id })
    await audit(db, by, 'ask.removed', `alumni/${buid}`, { before })
  })
}

const fields = ['event_id', 'opportunity_id', 'words', 'topic', 'how', 'asked_by', 'asked_on', 'answer'] as const

async function lockAsk(db: Db, id: number) {
  const { buid, ...ask } = await db.get(
    'asks',
    ['buid', ...fields],
    { id },
    { lock: true, notFound: 'Someone has removed this ask.' },
  )
  return { buid, ask }
}

const pickFields = (ask: AskFields) => Object.fromEntries(fields.map((name) => [name, ask[name]])) as AskFields

/** Converts an ask to columns and derives the topic from its event or opportunity. Throws a 422 with `fields`. */
async function columnsOf(db: Db, ask: AskFields): Promise<AskFields> {
  if (ask.asked_on > latestDay()) throw invalid('asked_on', 'This day is in the future. Enter the day they were asked.')
  await refuseUnknownSubject(db, { ...ask, news_item_id: null })
  const topic = ask.event_id !== null ? 'events' : ask.opportunity_id !== null ? 'volunteering' : ask.topic
  return { ...pickFields(ask), words: ask.words || null, topic }
}

/** Returns the date in UTC+14, where each day begins first, because staff can be anywhere. */
function latestDay(): string {
  return new Date(Date.now() + 14 * 3600_000).toISOString().slice(0, 10)
}
