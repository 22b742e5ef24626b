import { sql } from 'kysely'
import { z } from 'zod'
import type { ImportRow, ImportRowsQuery } from '@alumni/shared/exchange/imports'
import type { PageMembers } from '@alumni/shared/page'
import type { Db } from '../../foundations/database/db.ts'
import { countFrom, readPage } from '../../foundations/database/read-page.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { ImportBatch } from './import-batch.ts'

/** Some rows of a batch; `rows` is null where it has none to show. */
export type RowPage = PageMembers & { rows: ImportRow[] | null }

const deletedRecord = z.object({
  buid: z.string(),
  name: z.string(),
  employer: z.string(),
  job_title: z.string().nullable(),
  start_date: z.string().nullable(),
})

/** The employment records that a snapshot deletes: before the commit those it does not contain, after it those that went. */
export async function deletedRows(db: Db, batch: ImportBatch, { q, page }: ImportRowsQuery): Promise<RowPage> {
  const isOver = batch.status === 'completed'
  const records = isOver
    ? sql`select buid, fields -> 'employer' ->> 0 as employer, fields -> 'job_title' ->> 0 as job_title, fields -> 'start_date' ->> 0 as start_date, id
          from record_changes where import_type = 'employment' and import_batch_id = ${batch.id} and action = 'deleted'`
    : sql`select buid, employer, job_title, start_date::text, id from employments e
          where not exists (select from employment_import_kept k where k.batch_id = ${batch.id} and k.employment_id = e.id)`
  const needle = `%${(q ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = sql`
    from (${records}) r join alumni a using (buid)
    where concat_ws(' ', r.buid, r.employer, r.job_title, a.first_name, a.last_name) ilike ${needle}`
  return readPage(page, {
    matching: countFrom(db, found),
    async read({ limit, offset }) {
      const page = sql`
        select r.buid, r.employer, r.job_title, r.start_date, concat_ws(' ', a.first_name, a.last_name) as name
        ${found} order by r.id limit ${limit} offset ${offset}`
      return (await selectRaw(db, deletedRecord, page)).map(deletedRow)
    },
  })
}

function deletedRow({ buid, name, employer, job_title, start_date }: z.infer<typeof deletedRecord>): ImportRow {
  const changes = Object.entries({ employer, job_title, start_date }).flatMap(([field, before]) =>
    before === null ? [] : [{ field, before, after: null }],
  )
  return {
    line: 0,
    outcome: 'changed',
    key: buid,
    name,
    reason: 'The file does not contain this record.',
    difference: null,
    changes,
  }
}
