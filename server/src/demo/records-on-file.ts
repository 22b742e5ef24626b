import type { Client } from 'pg'
import type { ImportDefinition } from '../imports/definition.ts'
import { latin1Only, type CrmRecord } from './crm-record.ts'
import { readCursor } from './read-cursor.ts'

/** The records of a type that a file can hold: those whose required fields are there, and that the encoding can write. */
export function recordsOnFile(client: Client, definition: ImportDefinition, isLatin1: boolean) {
  const { table, fields } = definition
  const ofType = Object.entries(definition.always ?? {}).map(([column, value]) => `${column} = '${value}'`)
  const writable = fields.filter(({ isRequired }) => isRequired).map(({ name }) => `${name} is not null`)
  if (isLatin1) writable.push(`concat_ws('', ${fields.map(({ name }) => name).join(', ')}) ${latin1Only}`)
  const where = (conditions: string[]) => (conditions.length > 0 ? `where ${conditions.join(' and ')}` : '')
  const count = async (conditions: string[]) => Number((await client.query<{ count: string }>(`select count(*) from ${table} ${where(conditions)}`)).rows[0]!.count)
  return {
    countAll: () => count(ofType),
    countUsable: () => count([...ofType, ...writable]),
    read: () => readCursor<CrmRecord>(client, 'records_on_file', `select ${fields.map(({ name }) => `${name}::text`).join(', ')} from ${table} ${where([...ofType, ...writable])} order by buid, id`),
  }
}
