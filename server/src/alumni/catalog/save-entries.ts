import { catalogEntry, catalogKey } from '@alumni/shared/alumni/catalog'
import type { CatalogName, CatalogEntry, UsesReply } from '@alumni/shared/alumni/catalog'
import { sql } from 'kysely'
import { isUniqueViolation, sqlState } from '../../foundations/database/connection-loss.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { countFrom } from '../../foundations/database/read-page.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { catalogs } from './catalogs.ts'
import { columnsOf } from './list-entries.ts'

/** Throws HttpError 400 if the college is unknown, 409 if the code already exists. */
export async function addEntry(db: Db, list: CatalogName, entry: CatalogEntry, user: StaffUser): Promise<CatalogEntry> {
  const key = catalogKey[list]
  return transact(db, async (db) => {
    await mapConstraintErrors(
      entry,
      () =>
        sql`insert into ${sql.table(list)} (${columnsOf(list)}) values (${sql.join(Object.keys(catalogEntry[list].shape).map((column) => entry[column]))})`.execute(
          db,
        ),
      key,
    )
    await audit(db, user, `${actionOf(list)}.added`, `${list}/${String(entry[key])}`, { before: null, after: entry })
    return entry
  })
}

export type EntryChange = { entry: CatalogEntry; seen: CatalogEntry }

/** Throws HttpError 400 if the entry's code is not `code`, 404 if `code` is unknown, 409 if `seen` is outdated. */
export async function changeEntry(
  db: Db,
  list: CatalogName,
  code: string,
  change: EntryChange,
  user: StaffUser,
): Promise<CatalogEntry> {
  const { entry } = change
  const key = catalogKey[list]
  if (entry[key] !== code)
    throw new HttpError(400, 'A code cannot be changed. Add a new entry instead.', {
      fields: { [key]: 'A code cannot be changed. Add a new entry instead.' },
    })
  return transact(db, async (db) => {
    const before = await lockEntry(db, list, code, change.seen)
    const changed = Object.keys(catalogEntry[list].shape).filter((column) => entry[column] !== before[column])
    if (changed.length === 0) return before
    const set = changed.map((column) => sql`${sql.ref(column)} = ${entry[column]}`)
    await mapConstraintErrors(
      entry,
      () => sql`update ${sql.table(list)} set ${sql.join(set)} where ${sql.ref(key)} = ${code}`.execute(db),
      key,
    )
    await audit(db, user, `${actionOf(list)}.changed`, `${list}/${code}`, { before, after: entry })
    return entry
  })
}

/** Throws HttpError 404 if the code is unknown, 409 if records use it or the entry differs from `seenEntry`. */
export async function deleteEntry(
  db: Db,
  list: CatalogName,
  code: string,
  seenEntry: CatalogEntry,
  user: StaffUser,
): Promise<void> {
  await transact(db, async (db) => {
    const before = await lockEntry(db, list, code, seenEntry)
    const { uses, message } = await countUses(db, list, code)
    if (uses > 0) throw new HttpError(409, message)
    await sql`delete from ${sql.table(list)} where ${sql.ref(catalogKey[list])} = ${code}`.execute(db)
    await audit(db, user, `${actionOf(list)}.deleted`, `${list}/${code}`, { before, after: null })
  })
}

async function lockEntry(db: Db, list: CatalogName, code: string, seenEntry: CatalogEntry): Promise<CatalogEntry> {
  const [now] = await selectRaw(
    db,
    catalogEntry[list],
  )`select ${columnsOf(list)} from ${sql.table(list)} where ${sql.ref(catalogKey[list])} = ${code} for update`
  if (!now) throw new HttpError(404, `There is no ${catalogs[list].noun} ${code}.`)
  if (Object.entries(now).some(([column, value]) => seenEntry[column] !== value))
    throw new HttpError(409, `Someone else has changed ${code} since you opened it. Check it and try again.`, {
      body: { current: now },
    })
  return now
}

async function mapConstraintErrors(entry: CatalogEntry, write: () => Promise<unknown>, key: string): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (isUniqueViolation(error)) throw refusal(409, key, `${String(entry[key])} is already in the list.`)
    if (sqlState(error) === '23503')
      throw refusal(400, 'college_code', `There is no college ${String(entry.college_code)}.`)
    throw error
  }
}

function refusal(status: number, field: string, message: string): HttpError {
  return new HttpError(status, message, { fields: { [field]: message } })
}

function actionOf(list: CatalogName): string {
  return catalogs[list].noun.replace(' ', '-')
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Counts the records that use an entry, by kind. Slow, because it scans every table that refers to the list. */
export async function countUses(db: Db, name: CatalogName, code: string): Promise<UsesReply> {
  const records: UsesReply['records'] = []
  for (const { table, column, singular, plural, isList, page } of catalogs[name].references) {
    const usesCode = isList ? sql`${sql.ref(column)} @> array[${code}]` : sql`${sql.ref(column)} = ${code}`
    const count = await countFrom(db, sql`from ${sql.table(table)} where ${usesCode}`)
    const description = `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`
    if (count > 0) records.push({ count, what: description, page: `${page}${encodeURIComponent(code)}` })
  }
  const uses = records.reduce((sum, { count }) => sum + count, 0)
  if (uses === 0) return { uses, message: `No record uses ${code}.`, records }
  const description = list.format(records.map((record) => record.what))
  return {
    uses,
    message: `${code} cannot be deleted: ${description} ${uses === 1 ? 'uses' : 'use'} it. Deactivate it instead.`,
    records,
  }
}
