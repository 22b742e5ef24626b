import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { EngagementBatchReply, EngagementBatchRequest } from '@alumni/shared/exchange/events-api'
import { maxShownKinds, type BatchContent } from '@alumni/shared/alumni/recorded-lists'
import { transact, type Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { HttpError, toProblem } from '../../foundations/http/errors.ts'
import { checkRows, isBuid, type ValidRow } from './check-rows.ts'
import type { StoredReply } from './entities.ts'

export type Sender = { api_key_id: number } | { staff_user_id: number }

export type BatchResult = EngagementBatchReply & { id: number; already_recorded: number; is_undone: boolean }

type Options = {
  onlyNew?: boolean
  onStored?: (db: Db, stored: { id: number; inserted: number; failed: number }) => Promise<void>
}

/**
 * Stores a batch and calls `onStored` in one transaction. If the sender repeats a `batch_id`, returns the first reply
 * as `already_processed`, or throws `HttpError` 422 if the content differs.
 */
export async function submitBatch(
  db: Db,
  sender: Sender,
  batch: EngagementBatchRequest,
  { onlyNew = false, onStored }: Options = {},
): Promise<BatchResult> {
  const digest = digestOf(batch)
  const earlierReply = await findEarlierReply(db, sender, batch.batch_id, digest)
  if (earlierReply) return earlierReply
  const knownBuids = await findKnownBuids(db, batch)
  const { valid, errors } = checkRows(batch.engagements, (buid) => knownBuids.has(buid))
  const reply: StoredReply = {
    batch_id: batch.batch_id,
    received: batch.engagements.length,
    inserted: valid.length,
    failed: errors.length,
    errors,
  }
  const stored = await transact(db, async (db) => {
    // Waits for any concurrent transaction with the same batch id.
    const id = await insertBatch(db, sender, batch.source, digest, reply)
    if (id === undefined) return undefined
    const rows = onlyNew ? await filterNewRows(db, valid) : valid
    if (onlyNew) Object.assign(reply, { inserted: rows.length, already_recorded: valid.length - rows.length })
    const range = await insertEngagements(db, id, rows)
    await db.update(
      'engagement_batches',
      { id },
      {
        inserted: reply.inserted,
        answer: JSON.stringify(reply),
        metadata: JSON.stringify(summarizeContent(rows)),
        ...range,
      },
    )
    await onStored?.(db, { id, ...reply })
    return { id, ...reply }
  })
  if (stored) return { status: 'processed', already_recorded: 0, is_undone: false, ...stored }
  return (await findEarlierReply(db, sender, batch.batch_id, digest))!
}

async function insertBatch(
  db: Db,
  sender: Sender,
  source: string | undefined,
  digest: string,
  reply: StoredReply,
): Promise<number | undefined> {
  const { batch_id, received, inserted, failed } = reply
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
      answer: JSON.stringify(reply),
    })
    .onConflict((conflict) => conflict.columns([column, 'batch_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return logged?.id
}

function summarizeContent(rows: readonly ValidRow[]): BatchContent {
  const kinds = new Map<string, BatchContent['what'][number]>()
  for (const { activity_code, description, engagement_date } of rows) {
    const key = `${engagement_date} ${activity_code} ${description ?? ''}`
    const kind = kinds.get(key) ?? { activity_code, description, engagement_date, engagements: 0 }
    kind.engagements++
    kinds.set(key, kind)
  }
  const largestKinds = [...kinds.values()].toSorted((a, b) => b.engagements - a.engagements).slice(0, maxShownKinds)
  return { what: largestKinds, kinds: kinds.size }
}

async function findEarlierReply(db: Db, sender: Sender, batchId: string, digest: string): Promise<BatchResult | null> {
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

/** Returns a digest that ignores white space and the order of JSON members. */
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

async function findKnownBuids(db: Db, { engagements }: EngagementBatchRequest): Promise<Set<string>> {
  const buids = [...new Set(engagements.map(({ buid }) => buid).filter(isBuid))]
  // Selects a single string, because transferring 10,000 rows takes longer than finding them.
  const found = await db
    .selectFrom('alumni')
    .select(sql<string | null>`string_agg(buid, ',')`.as('buids'))
    .where(sql<boolean>`buid = any(${buids}::text[])`)
    .executeTakeFirst()
  return new Set(found?.buids?.split(','))
}

const idRange = z.object({ first_engagement_id: z.number().nullable(), last_engagement_id: z.number().nullable() })

async function insertEngagements(db: Db, batch: number, rows: readonly ValidRow[]): Promise<z.infer<typeof idRange>> {
  const column = (name: keyof ValidRow, type: string) => sql`${rows.map((row) => row[name])}::${sql.raw(type)}[]`
  const [ids] = await selectRaw(db, idRange)`
    with inserted as (
      insert into engagements (buid, activity_code, engagement_date, description, engagement_batch_id)
      select *, ${batch}::bigint
      from unnest(
        ${column('buid', 'text')}, ${column('activity_code', 'text')},
        ${column('engagement_date', 'date')}, ${column('description', 'text')}
      )
      returning id
    )
    select min(id) as first_engagement_id, max(id) as last_engagement_id
    from inserted
  `
  return ids!
}

/** Returns the indexes of rows that are already on file, ignoring the case of descriptions. */
export async function findRecordedRows(db: Db, rows: readonly ValidRow[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const column = (name: keyof ValidRow) => rows.map((row) => row[name])
  const found = await selectRaw(db, z.object({ ordinal: z.number() }))`
    select distinct sent.ordinal::int as ordinal
    from unnest(
      ${column('buid')}::text[], ${column('activity_code')}::text[],
      ${column('engagement_date')}::date[], ${column('description')}::text[]
    ) with ordinality sent (buid, activity_code, day, description, ordinal)
    join engagements stored
      on stored.buid = sent.buid
      and stored.engagement_date = sent.day
      and stored.activity_code = sent.activity_code
      and lower(btrim(coalesce(stored.description, ''))) = lower(btrim(coalesce(sent.description, '')))
  `
  return new Set(found.map(({ ordinal }) => ordinal - 1))
}

/** Removes duplicates and rows already on file. The lock prevents concurrent calls from recording the same rows. */
async function filterNewRows(db: Db, rows: readonly ValidRow[]): Promise<ValidRow[]> {
  await sql`select pg_advisory_xact_lock(hashtext('record a list'))`.execute(db)
  const recorded = await findRecordedRows(db, rows)
  const keys = new Set<string>()
  return rows.filter((row, index) => {
    const key = JSON.stringify([
      row.buid,
      row.activity_code,
      row.engagement_date,
      (row.description ?? '').trim().toLowerCase(),
    ])
    if (recorded.has(index) || keys.has(key)) return false
    keys.add(key)
    return true
  })
}

const maxFields = 20

export function toUnprocessableError(error: unknown): HttpError {
  const { body } = toProblem(error)
  return new HttpError(422, body.error, {
    fields: Object.fromEntries(Object.entries(body.fields ?? {}).slice(0, maxFields)),
  })
}
