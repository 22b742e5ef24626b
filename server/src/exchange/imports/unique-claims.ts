import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { skipped, type Decision } from './decide.ts'
import { fieldOf, type ImportDefinition } from './definition.ts'
import type { FileFields, Row } from './row.ts'

/** Which key of this file has newly taken which value of a unique field. */
export type Claims = Map<string, string>

/** Turns rows into skipped ones that would take a unique value of someone else: on file, or earlier in `claims`. */
export async function refuseTaken(
  db: Db,
  definition: ImportDefinition,
  file: FileFields,
  rows: readonly Row[],
  decisions: Decision[],
  claims: Claims,
): Promise<void> {
  for (const name of definition.unique) {
    const valueIndex = file.fields.findIndex((field) => field.name === name)
    if (valueIndex < 0) continue
    const takers = decisions.flatMap((decision, index) =>
      decision.changes.some(({ field }) => field === name)
        ? [{ row: rows[index]!, index, value: decision.values[valueIndex]! }]
        : [],
    )
    if (takers.length === 0) continue
    const owners = await ownersOf(
      db,
      definition,
      name,
      takers.map(({ value }) => value),
    )
    const { label } = fieldOf(definition, name)
    for (const { row, index, value } of takers) {
      const owner = owners.get(value)
      const claimant = claims.get(`${name} ${value}`)
      if (owner !== undefined && owner !== row.key)
        decisions[index] = skipped(`${label} ${value} belongs to ${owner}.`, [valueIndex])
      else if (claimant !== undefined && claimant !== row.key)
        decisions[index] = skipped(`${label} ${value} is given to ${claimant} earlier in this file.`, [valueIndex])
      else claims.set(`${name} ${value}`, row.key)
    }
  }
}

/** Which key has which of these values of a unique field now. */
export async function ownersOf(
  db: Db,
  definition: ImportDefinition,
  name: string,
  values: readonly string[],
): Promise<Map<string, string>> {
  const rows = await selectRaw(
    db,
    z.object({ value: z.string(), key: z.string() }),
    sql`
    select ${sql.ref(name)} as value, ${sql.ref(definition.key[0]!)} as key from ${sql.table(definition.table)} where ${sql.ref(name)} = any(${values}::text[])
  `,
  )
  return new Map(rows.map(({ value, key }) => [value, key]))
}
