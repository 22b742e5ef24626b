import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { skip, type Decision } from './decide.ts'
import { fieldOf, type ImportDefinition } from './definition.ts'
import type { FileFields, Row } from './row.ts'

/** Maps a field and value, such as `contact_id C-1`, to the key of the row that has the value in this file. */
export type Claims = Map<string, string>

/** Skips rows that use a unique value of someone else on file or of an earlier row. Adds other values to `claims`. */
export async function skipTakenValues(
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
    const claimants = decisions.flatMap((decision, index) =>
      decision.changes.some(({ field }) => field === name)
        ? [{ row: rows[index]!, index, value: decision.values[valueIndex]! }]
        : [],
    )
    if (claimants.length === 0) continue
    const values = claimants.map(({ value }) => value)
    const owners = await findOwners(db, definition, name, values)
    const { label } = fieldOf(definition, name)
    for (const { row, index, value } of claimants) {
      const owner = owners.get(value)
      const claimant = claims.get(`${name} ${value}`)
      if (owner !== undefined && owner !== row.key)
        decisions[index] = skip(`${label} ${value} belongs to ${owner}.`, [valueIndex])
      else if (claimant !== undefined && claimant !== row.key)
        decisions[index] = skip(`${label} ${value} is given to ${claimant} earlier in this file.`, [valueIndex])
      else claims.set(`${name} ${value}`, row.key)
    }
  }
}

/** Maps taken values of the unique field `name` to the keys of the records that have them. */
export async function findOwners(
  db: Db,
  definition: ImportDefinition,
  name: string,
  values: readonly string[],
): Promise<Map<string, string>> {
  const rows = await selectRaw(db, z.object({ value: z.string(), key: z.string() }))`
    select ${sql.ref(name)} as value, ${sql.ref(definition.key[0]!)} as key
    from ${sql.table(definition.table)}
    where ${sql.ref(name)} = any(${values}::text[])
  `
  return new Map(rows.map(({ value, key }) => [value, key]))
}
