import type pg from 'pg'
import { copyRows } from './database.ts'
import { NameOrder } from '../columns/name-order.ts'
import { People } from '../columns/people.ts'
import { sortByNames } from '../columns/sort.ts'
import { Suggestions } from '../suggestions/suggestions.ts'
import { StatisticsCache } from '../statistics/statistics-cache.ts'
import { selectAll, tables, type Row, type Table } from './tables.ts'

export type IndexData = {
  people: People
  byName: NameOrder
  suggestions: Suggestions
  statistics: StatisticsCache
}

export async function readEveryone(pool: pg.Pool, zone: string, signal: AbortSignal): Promise<IndexData> {
  const people = new People()
  const read = (table: Table) => readTable(copyRows(pool, selectAll(table, zone), signal), people, table)
  const [alumni, ...others] = tables
  await read(alumni!)
  people.reorder(sortByNames(people))
  await Promise.all(others.map(read))
  people.compact()
  return {
    people,
    byName: new NameOrder(people, people.listSlots()),
    suggestions: new Suggestions(people),
    statistics: new StatisticsCache(people),
  }
}

/** Rows about the same person must be adjacent. */
async function readTable(batches: AsyncIterable<Row[]>, people: People, table: Table): Promise<void> {
  let rows: Row[] = []
  for await (const batch of batches) {
    for (const row of batch) {
      if (rows.length > 0 && rows[0]![0] !== row[0]) {
        table.apply(people, rows[0]![0]!, rows)
        rows = []
      }
      rows.push(row)
    }
  }
  if (rows.length > 0) table.apply(people, rows[0]![0]!, rows)
}
