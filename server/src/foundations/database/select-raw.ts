import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db } from './db.ts'

let areRowsChecked = false

/** From here on `selectRaw` holds each row against its type. Tests ask for it; in production the type is believed. */
export function checkRows(): void {
  areRowsChecked = true
}

/** The rows of a query that Kysely cannot say, in SQL. `row` is their type: each test that runs the query proves it. */
export async function selectRaw<Row extends z.ZodObject>(
  db: Db,
  row: Row,
  query: RawBuilder<unknown>,
): Promise<z.output<Row>[]> {
  const { rows } = await query.execute(db)
  return areRowsChecked ? (row.strict().array().parse(rows) as z.output<Row>[]) : (rows as z.output<Row>[])
}
