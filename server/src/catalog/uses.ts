import { sql } from 'kysely'
import { z } from 'zod'
import type { CatalogName } from '@alumni/shared/catalog'
import type { EntityManager } from '../database/orm.ts'
import { selectRaw } from '../database/select-raw.ts'
import { catalogs } from './catalogs.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

const countRow = z.object({ count: z.number() })

/** How many records use an entry, and what that means for deleting it. Reads the tables through: for one entry at a time. */
export async function usesOf(
  em: EntityManager,
  name: CatalogName,
  code: string,
): Promise<{ uses: number; sentence: string }> {
  const counts: string[] = []
  let uses = 0
  for (const { table, column, one, many } of catalogs[name].references) {
    const [row] = await selectRaw(
      em,
      countRow,
      sql`select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${code}`,
    )
    const { count } = row!
    uses += count
    if (count > 0) counts.push(`${count.toLocaleString('en-US')} ${count === 1 ? one : many}`)
  }
  if (uses === 0) return { uses, sentence: `No record uses ${code}.` }
  return {
    uses,
    sentence: `${code} cannot be deleted: ${list.format(counts)} ${uses === 1 ? 'uses' : 'use'} it.${name === 'majors' ? ' Deactivate it instead.' : ''}`,
  }
}
