import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../foundations/database/db.ts'
import { selectRaw } from '../../../foundations/database/select-raw.ts'
import { batchTables } from '../import-batch.ts'
import type { BatchRef } from '../moves.ts'

/** Runs `write` and saves the CRM changes and conflicts of these people that it modified, before and after. */
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
    select ${ref.type}, ${ref.id}, v.* from unnest(${tables}::text[], ${ids}::bigint[], ${texts(before)}, ${texts(after)}) v
  `.execute(db)
}

const exchangeRow = z.object({ key: z.string(), row: z.string() })

async function readExchange(db: Db, buids: readonly string[]): Promise<Map<string, string>> {
  if (buids.length === 0) return new Map()
  const rows = await selectRaw(
    db,
    exchangeRow,
    sql`
    select 'crm_data_changes ' || id as key, to_jsonb(d)::text as row from crm_data_changes d where buid = any(${buids}::text[])
    union all
    select 'crm_conflicts ' || id, to_jsonb(c)::text from crm_conflicts c where buid = any(${buids}::text[])`,
  )
  return new Map(rows.map(({ key, row }) => [key, row]))
}

/** Deletes the images of imports that finished before `time` and have no active undo. */
export async function sweepBeforeImages(db: Db, time: Date): Promise<void> {
  for (const table of new Set(Object.values(batchTables)))
    await db
      .deleteFrom('import_before_images as i')
      .using(`${table} as b`)
      .whereRef('b.type', '=', 'i.type')
      .whereRef('b.id', '=', 'i.batch_id')
      .where('b.finished_at', '<', time.toISOString())
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom(`${table} as u`)
              .select('u.id')
              .whereRef('u.undoes_id', '=', 'b.id')
              .where('u.finished_at', 'is', null),
          ),
        ),
      )
      .execute()
}
