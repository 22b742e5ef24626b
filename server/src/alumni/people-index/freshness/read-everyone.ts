import type pg from 'pg'
import { copiedRows } from './database.ts'
import { NameOrder } from '../columns/name-order.ts'
import { People } from '../columns/people.ts'
import { inOrderOfNames } from '../columns/sort.ts'
import { Suggestions } from '../suggestions/suggestions.ts'
import { RememberedStatistics } from '../statistics/remembered-statistics.ts'
import { selectAll, tables, type Row, type Table } from './tables.ts'

/** All that the index holds: the column store, the two orders in which it is asked, and remembered figures. */
export type Everyone = {
  people: People
  byName: NameOrder
  suggestions: Suggestions
  statistics: RememberedStatistics
}

/** Reads everyone by COPY, the alumni first and then all other tables side by side. */
export async function readEveryone(pool: pg.Pool, zone: string, signal: AbortSignal): Promise<Everyone> {
  const people = new People()
  const read = (table: Table) => readTable(copiedRows(pool, selectAll(table, zone), signal), people, table)
  const [alumni, ...others] = tables
  await read(alumni!)
  people.arrange(inOrderOfNames(people))
  await Promise.all(others.map(read))
  people.pack()
  return {
    people,
    byName: new NameOrder(people, people.everyone()),
    suggestions: new Suggestions(people),
    statistics: new RememberedStatistics(people),
  }
}

/** Rows of one person come behind each other. */
async function readTable(steps: AsyncIterable<Row[]>, people: People, table: Table): Promise<void> {
  let rows: Row[] = []
  for await (const step of steps) {
    for (const row of step) {
      if (rows.length > 0 && rows[0]![0] !== row[0]) {
        table.apply(people, rows[0]![0]!, rows)
        rows = []
      }
      rows.push(row)
    }
  }
  if (rows.length > 0) table.apply(people, rows[0]![0]!, rows)
}
