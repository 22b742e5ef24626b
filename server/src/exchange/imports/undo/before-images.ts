import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../foundations/database/db.ts'
import { selectRaw } from '../../../foundations/database/select-raw.ts'
import { batchTables } from '../import-batch.ts'
import type { BatchRef } from '../moves.ts'

/** Runs `write`. Saves images, before and after, of these people's CRM changes and conflicts that `write` modifies. */
export async function saveExchangeImages(
  db: Db,
  ref: BatchRef,
  buids: readonly string[],
  write: () => Promise<void>,
): Promise<void> {
  const before = await readExchange(db, buids)
  await write()
  const after = await readExchange(db, buids)
  const touched = [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key))
  if (touched.length === 0) return
  const [tables, ids] = [0, 1].map((part) => touched.map((key) => key.split(' ')[part]))
  const texts = (rows: Map<string, string>) => sql`${touched.map((key) => rows.get(key) ?? null)}::jsonb[]`
  await sql`
    insert into import_before_images (type, batch_id, table_name, row_id, before, after)
    select ${ref.type}, ${ref.id}, *
    from unnest(${tables}::text[], ${ids}::bigint[], ${texts(before)}, ${texts(after)})
  `.execute(db)
}

const exchangeRow = z.object({ key: z.string(), row: z.string() })

async function readExchange(db: Db, buids: readonly string[]): Promise<Map<string, string>> {
  if (buids.length === 0) return new Map()
  const rows = await selectRaw(db, exchangeRow)`
    select 'crm_data_changes ' || id as key, to_jsonb(change)::text as row
    from crm_data_changes change
    where buid = any(${buids}::text[])
    union all
    select 'crm_conflicts ' || id as key, to_jsonb(conflict)::text as row
    from crm_conflicts conflict
    where buid = any(${buids}::text[])`
  return new Map(rows.map(({ key, row }) => [key, row]))
}

/** Deletes the images of imports that finished before `time`, except imports with an active undo. */
export async function sweepBeforeImages(db: Db, time: Date): Promise<void> {
  for (const table of new Set(Object.values(batchTables)))
    await db
      .deleteFrom('import_before_images as image')
      .using(`${table} as batch`)
      .whereRef('batch.type', '=', 'image.type')
      .whereRef('batch.id', '=', 'image.batch_id')
      .where('batch.finished_at', '<', time.toISOString())
      .where(({ not, exists, selectFrom }) => {
        const undos = selectFrom(`${table} as undo`).select('undo.id').whereRef('undo.undoes_id', '=', 'batch.id')
        return not(exists(undos.where('undo.finished_at', 'is', null)))
      })
      .execute()
}
