import {
  catalogEntry,
  catalogKey,
  type CatalogName,
  type CatalogEntry,
  type UsesReply,
} from '@alumni/shared/alumni/catalog'
import { sql } from 'kysely'
import { sqlState } from '../../foundations/database/connection-loss.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { countFrom } from '../../foundations/database/read-page.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { catalogs } from './catalogs.ts'
import { columnsOf } from './list-entries.ts'

/** Adds an entry to a list. 409: its code is there already. 400: it names a college that is none. */
export async function addEntry(db: Db, list: CatalogName, entry: CatalogEntry, by: StaffUser): Promise<CatalogEntry> {
  const key = catalogKey[list]
  return transact(db, async (db) => {
    await refusing(
      entry,
      () =>
        sql`insert into ${sql.table(list)} (${columnsOf(list)}) values (${sql.join(Object.keys(catalogEntry[list].shape).map((column) => entry[column]))})`.execute(
          db,
        ),
      key,
    )
    await audit(db, by, `${actionOf(list)}.added`, `${list}/${String(entry[key])}`, { before: null, after: entry })
    return entry
  })
}

/**
 * Changes what an entry says, never its code. 404: there is none. 409: it is not what was `seen`; the reply's `current`
 * is what it is.
 */
export async function changeEntry(
  db: Db,
  list: CatalogName,
  code: string,
  { entry, seen }: { entry: CatalogEntry; seen: CatalogEntry },
  by: StaffUser,
): Promise<CatalogEntry> {
  const key = catalogKey[list]
  if (entry[key] !== code)
    throw new HttpError(400, 'A code cannot be changed. Add a new entry instead.', {
      fields: { [key]: 'A code cannot be changed. Add a new entry instead.' },
    })
  return transact(db, async (db) => {
    const before = await hold(db, list, code, seen)
    const changed = Object.keys(catalogEntry[list].shape).filter((column) => entry[column] !== before[column])
    if (changed.length === 0) return before
    const set = changed.map((column) => sql`${sql.ref(column)} = ${entry[column]}`)
    await refusing(
      entry,
      () => sql`update ${sql.table(list)} set ${sql.join(set)} where ${sql.ref(key)} = ${code}`.execute(db),
      key,
    )
    await audit(db, by, `${actionOf(list)}.changed`, `${list}/${code}`, { before, after: entry })
    return entry
  })
}

/** Takes an entry off its list. 404: there is none. 409: records use it, or it is not what was `seen`. */
export async function deleteEntry(
  db: Db,
  list: CatalogName,
  code: string,
  seen: CatalogEntry,
  by: StaffUser,
): Promise<void> {
  await transact(db, async (db) => {
    const before = await hold(db, list, code, seen)
    const { uses, sentence } = await usesOf(db, list, code)
    if (uses > 0) throw new HttpError(409, sentence)
    await sql`delete from ${sql.table(list)} where ${sql.ref(catalogKey[list])} = ${code}`.execute(db)
    await audit(db, by, `${actionOf(list)}.deleted`, `${list}/${code}`, { before, after: null })
  })
}

/** The entry, locked for the change, if it still is what the person saw. */
async function hold(db: Db, list: CatalogName, code: string, seen: CatalogEntry): Promise<CatalogEntry> {
  const [now] = await selectRaw(
    db,
    catalogEntry[list],
    sql`select ${columnsOf(list)} from ${sql.table(list)} where ${sql.ref(catalogKey[list])} = ${code} for update`,
  )
  if (!now) throw new HttpError(404, `There is no ${catalogs[list].noun} ${code}.`)
  if (Object.entries(now).some(([column, value]) => seen[column] !== value))
    throw new HttpError(409, `Someone else has changed ${code} since you opened it. Check it and try again.`, {
      body: { current: now },
    })
  return now
}

/** Turns the database's refusals into errors of a field. */
async function refusing(entry: CatalogEntry, write: () => Promise<unknown>, key: string): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (sqlState(error) === '23505') throw refusal(409, key, `${String(entry[key])} is already in the list.`)
    if (sqlState(error) === '23503')
      throw refusal(400, 'college_code', `There is no college ${String(entry.college_code)}.`)
    throw error
  }
}

function refusal(status: number, field: string, sentence: string): HttpError {
  return new HttpError(status, sentence, { fields: { [field]: sentence } })
}

function actionOf(list: CatalogName): string {
  return catalogs[list].noun.replace(' ', '-')
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/**
 * Counts an entry's records, and describes what they mean for deleting it. Scans the tables: for one entry at a time.
 */
export async function usesOf(db: Db, name: CatalogName, code: string): Promise<UsesReply> {
  const records: UsesReply['records'] = []
  for (const { table, column, one, many, isList, page } of catalogs[name].references) {
    const has = isList ? sql`${sql.ref(column)} @> array[${code}]` : sql`${sql.ref(column)} = ${code}`
    const count = await countFrom(db, sql`from ${sql.table(table)} where ${has}`)
    const what = `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
    if (count > 0) records.push({ count, what, page: page ? `${page}${encodeURIComponent(code)}` : null })
  }
  const uses = records.reduce((sum, { count }) => sum + count, 0)
  if (uses === 0) return { uses, sentence: `No record uses ${code}.`, records }
  const what = list.format(records.map((record) => record.what))
  return {
    uses,
    sentence: `${code} cannot be deleted: ${what} ${uses === 1 ? 'uses' : 'use'} it. Deactivate it instead.`,
    records,
  }
}
