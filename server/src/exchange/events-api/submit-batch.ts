import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { EngagementBatchReply, EngagementBatchRequest } from '@alumni/shared/exchange/events-api'
import { maxShownKinds, type BatchContent } from '@alumni/shared/alumni/recorded-lists'
import { transact, type Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { HttpError, problemOf } from '../../foundations/http/errors.ts'
import { checkRows, isBuid, type GoodRow } from './check-rows.ts'
import type { BatchAnswer } from './entities.ts'

/** The sender of a batch: a system, by its key, or a person. */
export type Sender = { api_key_id: number } | { staff_user_id: number }

/** The result of a batch: the reply, the batch's id in the log, and whether it was undone since. */
export type Submitted = EngagementBatchReply & { id: number; already_recorded: number; is_undone: boolean }

type Options = {
  /** Leaves out what stands on file already. */
  onlyNew?: boolean
  whenStored?: (db: Db, stored: { id: number; inserted: number; failed: number }) => Promise<void>
}

/**
 * Stores a batch's engagements once for its sender and `batch_id`. Engagements, log, answer and what `whenStored`
 * writes commit together; a batch that is sent again, or twice at the same moment, gets the first answer as
 * `already_processed`. 422: the id was used for another batch.
 */
export async function submitBatch(
  db: Db,
  sender: Sender,
  batch: EngagementBatchRequest,
  { onlyNew = false, whenStored }: Options = {},
): Promise<Submitted> {
  const digest = digestOf(batch)
  const answered = await earlierAnswer(db, sender, batch.batch_id, digest)
  if (answered) return answered
  const known = await knownBuids(db, batch)
  const { good, errors } = checkRows(batch.engagements, (buid) => known.has(buid))
  const answer: BatchAnswer = {
    batch_id: batch.batch_id,
    received: batch.engagements.length,
    inserted: good.length,
    failed: errors.length,
    errors,
  }
  const stored = await transact(db, async (db) => {
    // The other of two at the same moment waits here for the end of this transaction.
    const id = await logBatch(db, sender, batch.source, digest, answer)
    if (id === undefined) return undefined
    const rows = onlyNew ? await onlyNewRows(db, good) : good
    if (onlyNew) Object.assign(answer, { inserted: rows.length, already_recorded: good.length - rows.length })
    const { first, last } = await insertEngagements(db, id, rows)
    await db.update(
      'engagement_batches',
      { id },
      {
        inserted: answer.inserted,
        answer: JSON.stringify(answer),
        metadata: JSON.stringify(contentOf(rows)),
        first_engagement_id: first,
        last_engagement_id: last,
      },
    )
    await whenStored?.(db, { id, ...answer })
    return { id, ...answer }
  })
  if (stored) return { status: 'processed', already_recorded: 0, is_undone: false, ...stored }
  return (await earlierAnswer(db, sender, batch.batch_id, digest))!
}

/** Undefined: the batch is there. */
async function logBatch(
  db: Db,
  sender: Sender,
  source: string | undefined,
  digest: string,
  answer: BatchAnswer,
): Promise<number | undefined> {
  const { batch_id, received, inserted, failed } = answer
  const column = 'api_key_id' in sender ? 'api_key_id' : 'staff_user_id'
  const logged = await db
    .insertInto('engagement_batches')
    .values({
      ...sender,
      batch_id,
      source: source ?? null,
      payload_digest: digest,
      received,
      inserted,
      failed,
      answer: JSON.stringify(answer),
    })
    .onConflict((conflict) => conflict.columns([column, 'batch_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return logged?.id
}

function contentOf(rows: readonly GoodRow[]): BatchContent {
  const kinds = new Map<string, BatchContent['what'][number]>()
  for (const { activity_code, description, engagement_date } of rows) {
    const key = `${engagement_date} ${activity_code} ${description ?? ''}`
    const kind = kinds.get(key) ?? { activity_code, description, engagement_date, engagements: 0 }
    kind.engagements++
    kinds.set(key, kind)
  }
  const what = [...kinds.values()].toSorted((a, b) => b.engagements - a.engagements).slice(0, maxShownKinds)
  return { what, kinds: kinds.size }
}

async function earlierAnswer(db: Db, sender: Sender, batchId: string, digest: string): Promise<Submitted | null> {
  const columns = ['id', 'payload_digest', 'answer', 'undone_at'] as const
  const logged = await db.find('engagement_batches', columns, { ...sender, batch_id: batchId })
  if (!logged) return null
  if (logged.payload_digest !== digest)
    throw new HttpError(
      422,
      'This batch_id was used before for a batch with other content. Nothing was stored; give this one another batch_id.',
      { fields: { batch_id: 'Used before for other content.' } },
    )
  const { id, answer, undone_at } = logged
  return { status: 'already_processed', already_recorded: 0, ...answer, id, is_undone: undone_at !== null }
}

/** Returns a request's digest; spaces and the order of members make no difference. */
function digestOf({ source, engagements }: EngagementBatchRequest): string {
  const rows = engagements.map(({ buid, activity_code, engagement_date, description }) => [
    buid,
    activity_code,
    engagement_date,
    description ?? null,
  ])
  return createHash('sha256')
    .update(JSON.stringify([source ?? null, rows]))
    .digest('hex')
}

async function knownBuids(db: Db, { engagements }: EngagementBatchRequest): Promise<Set<string>> {
  const asked = [...new Set(engagements.map(({ buid }) => buid).filter(isBuid))]
  // As one text: ten thousand rows take longer to read than to find.
  const found = await db
    .selectFrom('alumni')
    .select(sql<string | null>`string_agg(buid, ',')`.as('buids'))
    .where(sql<boolean>`buid = any(${asked}::text[])`)
    .executeTakeFirst()
  return new Set(found?.buids?.split(','))
}

const range = z.object({ first: z.number().nullable(), last: z.number().nullable() })

/** Inserts the engagements and returns between which ids they lie. */
async function insertEngagements(db: Db, batch: number, rows: readonly GoodRow[]): Promise<z.infer<typeof range>> {
  const column = (name: keyof GoodRow, type: string) => sql`${rows.map((row) => row[name])}::${sql.raw(type)}[]`
  const [ids] = await selectRaw(
    db,
    range,
    sql`
    with made as (
      insert into engagements (buid, activity_code, engagement_date, description, engagement_batch_id)
      select r.*, ${batch}::bigint from unnest(${column('buid', 'text')}, ${column('activity_code', 'text')}, ${column('engagement_date', 'date')}, ${column('description', 'text')}) r
      returning id
    )
    select min(id) as first, max(id) as last from made
  `,
  )
  return ids!
}

/** Which of these rows stand on file, by their place; a description counts whatever its case. */
export async function recordedAlready(db: Db, rows: readonly GoodRow[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const column = (name: keyof GoodRow) => rows.map((row) => row[name])
  const found = await selectRaw(
    db,
    z.object({ nth: z.number() }),
    sql`
    select distinct r.nth::int as nth
    from unnest(${column('buid')}::text[], ${column('activity_code')}::text[], ${column('engagement_date')}::date[], ${column('description')}::text[])
      with ordinality r (buid, activity_code, day, description, nth)
    join engagements e on e.buid = r.buid and e.engagement_date = r.day and e.activity_code = r.activity_code
      and lower(btrim(coalesce(e.description, ''))) = lower(btrim(coalesce(r.description, '')))
  `,
  )
  return new Set(found.map(({ nth }) => nth - 1))
}

/**
 * The rows that do not stand on file yet, each once. Of two people who record the same at once the second waits, and
 * has nothing left to record.
 */
async function onlyNewRows(db: Db, rows: readonly GoodRow[]): Promise<GoodRow[]> {
  await sql`select pg_advisory_xact_lock(hashtext('record a list'))`.execute(db)
  const recorded = await recordedAlready(db, rows)
  const seen = new Set<string>()
  return rows.filter((row, index) => {
    const key = JSON.stringify([
      row.buid,
      row.activity_code,
      row.engagement_date,
      (row.description ?? '').trim().toLowerCase(),
    ])
    if (recorded.has(index) || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

const maxFieldsNamed = 20

/** The refusal of a batch of another shape; of ten thousand wrong rows the first ones are named. */
export function unprocessable(error: unknown): HttpError {
  const { body } = problemOf(error)
  return new HttpError(422, body.error, {
    fields: Object.fromEntries(Object.entries(body.fields ?? {}).slice(0, maxFieldsNamed)),
  })
}
