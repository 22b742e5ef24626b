import { type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { z } from 'zod'
import { pagesOf, rowsPerPage, type PageMembers } from '@alumni/shared/page'
import type { Db } from './db.ts'
import { selectRaw } from './select-raw.ts'

export type PageRows = { limit: number; offset: number }

type List<Row> = { matching: number | Promise<number>; read: (rows: PageRows) => Row[] | Promise<Row[]> }

/** Reads the last page if `page` is beyond it. */
export async function readPage<Row>(
  page: number,
  { matching, read }: List<Row>,
  perPage = rowsPerPage,
): Promise<PageMembers & { rows: Row[] }> {
  const count = await matching
  const pages = pagesOf(count, perPage)
  const shownPage = Math.min(page, pages)
  const rows = count === 0 ? [] : await read({ limit: perPage, offset: (shownPage - 1) * perPage })
  return { rows, page: shownPage, pages, matching: count }
}

export async function countRows(query: SelectQueryBuilder<any, any, unknown>): Promise<number> {
  const [row] = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
  return row!.count
}

/** Returns the number of rows of a raw `from …` clause, for queries that Kysely cannot express. */
export async function countFrom(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const [row] = await selectRaw(db, z.object({ count: z.number() }))`select count(*) as count ${from}`
  return row!.count
}
