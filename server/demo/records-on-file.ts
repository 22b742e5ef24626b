import type { Client } from 'pg'
import type { ImportDefinition } from '../src/exchange/imports/definition.ts'
import { fitsWindows1252Sql, type CrmRecord } from './crm-record.ts'
import { readCursor } from './read-cursor.ts'

/** The records of a type that a file can hold: those whose required fields are there, and that the encoding can write. */
export function recordsOnFile(client: Client, definition: ImportDefinition, isWindows1252: boolean) {
  const { table, fields } = definition
  const writable = fields.filter(({ isRequired }) => isRequired).map(({ name }) => `${name} is not null`)
  if (isWindows1252) writable.push(`concat_ws('', ${fields.map(({ name }) => name).join(', ')}) ${fitsWindows1252Sql}`)
  const where = (conditions: string[]) => (conditions.length > 0 ? `where ${conditions.join(' and ')}` : '')
  const count = async (conditions: string[]) =>
    Number((await client.query<{ count: string }>(`select count(*) from ${table} ${where(conditions)}`)).rows[0]!.count)
  return {
    countAll: () => count(ofType(definition)),
    countUsable: () => count([...ofType(definition), ...writable]),
    read: () =>
      readCursor<CrmRecord>(
        client,
        'records_on_file',
        `select ${fields.map(({ name }) => `${name}::text`).join(', ')} from ${table} ${where([...ofType(definition), ...writable])} order by buid, id`,
      ),
  }
}

/** What tells the records of a type from others in its table. */
export function ofType(definition: ImportDefinition): string[] {
  return Object.entries(definition.always ?? {}).map(([column, value]) => `${column} = '${value}'`)
}
