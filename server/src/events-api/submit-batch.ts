import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { EngagementBatchReply, EngagementBatchRequest } from '@alumni/shared/events-api'
import type { EntityManager } from '../database/orm.ts'
import { HttpError } from '../http/errors.ts'
import { checkRows, isBuid, type GoodRow } from './check-rows.ts'

const slice = 1_000

/** Whose batch it is: a system's, by its key, or a person's. */
export type Sender = { api_key_id: number } | { staff_user_id: number }

/**
 * Stores a batch's engagements once for its sender and `batch_id`. Engagements, log, answer and what `whenStored` writes commit together;
 * a batch that is sent again, or twice at the same moment, gets the first answer as `already_processed`. 422: the id was used for another batch.
 */
export async function submitBatch(
  em: EntityManager,
  sender: Sender,
  batch: EngagementBatchRequest,
  whenStored?: (em: EntityManager, answer: { inserted: number; failed: number }) => Promise<void>,
): Promise<EngagementBatchReply> {
  const digest = digestOf(batch)
  const answered = await earlierAnswer(em, sender, batch.batch_id, digest)
  if (answered) return answered
  const known = await knownBuids(em, batch)
  const { good, errors } = checkRows(batch.engagements, (buid) => known.has(buid))
  const answer = {
    batch_id: batch.batch_id,
    received: batch.engagements.length,
    inserted: good.length,
    failed: errors.length,
    errors,
  }
  const isFirst = await em.transactional(async (em) => {
    // The other of two at the same moment waits here for the end of this transaction.
    const { batch_id, received, inserted, failed } = answer
    const [column] = senderOf(sender)
    const isNew = await em
      .getKysely()
      .insertInto('engagement_batches')
      .values({
        ...sender,
        batch_id,
        source: batch.source ?? null,
        payload_digest: digest,
        received,
        inserted,
        failed,
        answer: JSON.stringify(answer),
      })
      .onConflict((conflict) => conflict.columns([column, 'batch_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!isNew) return false
    for (let from = 0; from < good.length; from += slice) await insertEngagements(em, good.slice(from, from + slice))
    await whenStored?.(em, answer)
    return true
  })
  if (isFirst) return { status: 'processed', ...answer }
  return (await earlierAnswer(em, sender, batch.batch_id, digest))!
}

function senderOf(sender: Sender): ['api_key_id' | 'staff_user_id', number] {
  return 'api_key_id' in sender ? ['api_key_id', sender.api_key_id] : ['staff_user_id', sender.staff_user_id]
}

async function earlierAnswer(
  em: EntityManager,
  sender: Sender,
  batchId: string,
  digest: string,
): Promise<EngagementBatchReply | null> {
  const [column, id] = senderOf(sender)
  const logged = await em
    .getKysely()
    .selectFrom('engagement_batches')
    .select(['payload_digest', 'answer'])
    .where(column, '=', id)
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!logged) return null
  if (logged.payload_digest !== digest)
    throw new HttpError(
      422,
      'This batch_id was used before for a batch with other content. Nothing was stored; give this one another batch_id.',
      { fields: { batch_id: 'Used before for other content.' } },
    )
  return { status: 'already_processed', ...logged.answer }
}

/** What is sent, whatever the spaces and the order of its members: the same again has the same digest. */
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

async function knownBuids(em: EntityManager, { engagements }: EngagementBatchRequest): Promise<Set<string>> {
  const asked = [...new Set(engagements.map(({ buid }) => buid).filter(isBuid))]
  // As one text: ten thousand rows take longer to read than to find.
  const found = await em
    .getKysely()
    .selectFrom('alumni')
    .select(sql<string | null>`string_agg(buid, ',')`.as('buids'))
    .where(sql<boolean>`buid = any(${asked}::text[])`)
    .executeTakeFirst()
  return new Set(found?.buids?.split(','))
}

async function insertEngagements(em: EntityManager, rows: readonly GoodRow[]): Promise<void> {
  const column = (name: keyof GoodRow, type: string) => sql`${rows.map((row) => row[name])}::${sql.raw(type)}[]`
  await sql`
    insert into engagements (buid, activity_code, engagement_date, description)
    select * from unnest(${column('buid', 'text')}, ${column('activity_code', 'text')}, ${column('engagement_date', 'date')}, ${column('description', 'text')})
  `.execute(em.getKysely())
}
