import { sql, type RawBuilder } from 'kysely'
import { changesPerPage, historyEntry } from '@alumni/shared/alumni/record'
import type { HistoryEntry, HistoryPage, HistoryQuery } from '@alumni/shared/alumni/record'
import type { Db } from '../../foundations/database/db.ts'
import { countFrom, readPage, type PageRows } from '../../foundations/database/read-page.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { utc } from '../../foundations/database/utc.ts'

/** Returns the newest changes first, with an entry for each changed field. */
export async function readHistory(db: Db, buid: string, { kind, page }: HistoryQuery): Promise<HistoryPage> {
  const from = sql`from record_changes r where r.buid = ${buid} and ${ofKind(kind)} and r.fields <> '{}'`
  const { rows, ...pageMembers } = await readPage(
    page,
    { matching: countFrom(db, from), read: (rows) => readEntries(db, from, rows) },
    changesPerPage,
  )
  return { entries: rows, ...pageMembers }
}

async function readEntries(db: Db, from: RawBuilder<unknown>, { limit, offset }: PageRows): Promise<HistoryEntry[]> {
  return selectRaw(db, historyEntry)`
    select concat(r.id, ' ', f.key) as id, ${utc('r.at')} as at, coalesce(s.name, importer.name) as by, r.record, r.action,
      f.key as field, f.value ->> 0 as before, f.value ->> 1 as after, r.import_type, r.import_batch_id as batch_id
    from (select r.* ${from} order by r.id desc limit ${limit} offset ${offset}) r
    cross join lateral jsonb_each(r.fields) f
    left join staff_users s on s.id = r.staff_user_id
    left join contact_import_batches contacts on r.import_type = 'contacts' and contacts.id = r.import_batch_id
    left join education_import_batches educations on r.import_type in ('educations', 'areas-of-study') and educations.id = r.import_batch_id
    left join employment_import_batches employment on r.import_type = 'employment' and employment.id = r.import_batch_id
    left join staff_users importer on importer.id = coalesce(contacts.imported_by_id, educations.imported_by_id, employment.imported_by_id)
    order by r.id desc, f.key`
}

function ofKind(kind: HistoryQuery['kind']): RawBuilder<unknown> {
  if (kind === undefined) return sql`true`
  return kind === 'imports' ? sql`r.import_type is not null` : sql`r.import_type is null`
}
