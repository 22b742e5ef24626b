import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db } from './db.ts'

let isValidating = false

/** Makes `selectRaw` validate rows from now on. Only tests call this. */
export function validateRows(): void {
  isValidating = true
}

/** Runs a query that Kysely cannot express. Only tests validate the rows against the schema `row`. */
export async function selectRaw<Row extends z.ZodObject>(
  db: Db,
  row: Row,
  query: RawBuilder<unknown>,
): Promise<z.output<Row>[]> {
  const { rows } = await query.execute(db)
  return isValidating ? (row.strict().array().parse(rows) as z.output<Row>[]) : (rows as z.output<Row>[])
}
