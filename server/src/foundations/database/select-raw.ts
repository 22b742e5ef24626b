import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from './db.ts'

let isValidating = false

/** Makes `selectRaw` validate rows from now on. Only tests call this. */
export function validateRows(): void {
  isValidating = true
}

/** Returns a template tag that runs a query which Kysely cannot express. Only tests validate the rows against `row`. */
export function selectRaw<Row extends z.ZodObject>(db: Db, row: Row) {
  return async (query: TemplateStringsArray, ...values: unknown[]): Promise<z.output<Row>[]> => {
    const { rows } = await sql<z.output<Row>>(query, ...values).execute(db)
    return isValidating ? (row.strict().array().parse(rows) as z.output<Row>[]) : rows
  }
}
