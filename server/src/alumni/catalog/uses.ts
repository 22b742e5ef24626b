import { sql } from 'kysely'
import type { CatalogName, UsesReply } from '@alumni/shared/alumni/catalog'
import type { Db } from '../../foundations/database/db.ts'
import { countFrom } from '../../foundations/database/read-page.ts'
import { catalogs } from './catalogs.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** How many records use an entry, and what that means for deleting it. Reads the tables through: for one entry at a time. */
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
