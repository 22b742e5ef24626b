import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { z } from 'zod'
import { pagesOf, rowsPerPage, type PageMembers } from '@alumni/shared/page'
import type { Db } from './db.ts'
import { selectRaw } from './select-raw.ts'

export type PageRows = { limit: number; offset: number }

/** How many rows a list has, and how some of them are read in its order. */
type List<Row> = { matching: number | Promise<number>; read: (rows: PageRows) => Row[] | Promise<Row[]> }

/** One page of a list; behind the last page it is the last one. */
export async function readPage<Row>(
  page: number,
  { matching, read }: List<Row>,
  perPage = rowsPerPage,
): Promise<PageMembers & { rows: Row[] }> {
  const count = await matching
  const pages = pagesOf(count, perPage)
  const shown = Math.min(page, pages)
  const rows = count === 0 ? [] : await read({ limit: perPage, offset: (shown - 1) * perPage })
  return { rows, page: shown, pages, matching: count }
}

/** How many rows a query finds, whatever its tables are and whatever it selects. */
export async function countRows(query: SelectQueryBuilder<any, any, unknown>): Promise<number> {
  const [row] = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
  return row!.count
}

/** How many rows `from …` has. */
export async function countFrom(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const [row] = await selectRaw(db, z.object({ count: z.number() }), sql`select count(*) as count ${from}`)
  return row!.count
}
