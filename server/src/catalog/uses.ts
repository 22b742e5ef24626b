import { sql } from 'kysely'
import type { CatalogName } from '@alumni/shared/catalog'
import type { EntityManager } from '../database/orm.ts'
import { countFrom } from '../database/read-page.ts'
import { catalogs } from './catalogs.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** How many records use an entry, and what that means for deleting it. Reads the tables through: for one entry at a time. */
export async function usesOf(
  em: EntityManager,
  name: CatalogName,
  code: string,
): Promise<{ uses: number; sentence: string }> {
  const counts: string[] = []
  let uses = 0
  for (const { table, column, one, many } of catalogs[name].references) {
    const count = await countFrom(em, sql`from ${sql.table(table)} where ${sql.ref(column)} = ${code}`)
    uses += count
    if (count > 0) counts.push(`${count.toLocaleString('en-US')} ${count === 1 ? one : many}`)
  }
  if (uses === 0) return { uses, sentence: `No record uses ${code}.` }
  return {
    uses,
    sentence: `${code} cannot be deleted: ${list.format(counts)} ${uses === 1 ? 'uses' : 'use'} it.${name === 'majors' ? ' Deactivate it instead.' : ''}`,
  }
}
