import type { ImportDefinition } from '../src/exchange/imports/definition.ts'
import type { CrmRecord } from './crm-record.ts'
import { invent } from './fresh-records.ts'
import type { Random } from './random.ts'

/** The record with one to three fields that differ; its key and identifiers stay. */
export function changeRecord(
  random: Random,
  definition: ImportDefinition,
  record: CrmRecord,
  isWindows1252: boolean,
): CrmRecord {
  const changeable = definition.fields.filter(
    ({ name, kind }) => !definition.key.includes(name) && kind !== 'contact_id' && kind !== 'crm_id',
  )
  const changed = { ...record }
  let wanted = random.whole(1, 3)
  while (wanted > 0) {
    const other = invent(random, definition, 0, isWindows1252)
    const { name, kind } = random.pick(changeable)
    const value = kind === 'flag' ? String(record[name] !== 'true') : other[name]!
    // An unlucky pick ends a second or third change, never the first.
    if (value !== record[name]) changed[name] = value
    if (changed[name] !== record[name]) wanted--
  }
  return changed
}
