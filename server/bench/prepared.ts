import { createHash } from 'node:crypto'
import { poolOf, type Db } from '../src/foundations/database/db.ts'

const names = new Map<string, string>()

/** For queries that take longer to plan than to run. Runs outside the transaction of `db`. */
export async function prepared<Row>(db: Db, text: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await (await poolOf(db)).query({ name: nameOf(text), text, values })
  return rows as Row[]
}

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}
