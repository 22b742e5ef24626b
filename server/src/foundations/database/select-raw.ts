import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db } from './db.ts'

let isValidating = false

/** Makes `selectRaw` validate each row against its type, for tests. */
export function validateRows(): void {
  isValidating = true
}

/** Runs a query that Kysely cannot express. Tests validate the rows against `row`; production trusts it. */
export async function selectRaw<Row extends z.ZodObject>(
  db: Db,
  row: Row,
  query: RawBuilder<unknown>,
): Promise<z.output<Row>[]> {
  const { rows } = await query.execute(db)
  return isValidating ? (row.strict().array().parse(rows) as z.output<Row>[]) : (rows as z.output<Row>[])
}
