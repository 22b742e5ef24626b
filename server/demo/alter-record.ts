import { addChecksum } from '@alumni/shared/exchange/crm-id'
import type { Field, ImportDefinition } from '../src/exchange/imports/definition.ts'
import { buidAt } from './crm-ids.ts'
import { invent } from './crm-records.ts'
import type { CrmRecord } from './csv.ts'
import type { Random } from './random.ts'

/** Changes one to three fields, but neither the key nor identifiers. */
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
  let remaining = random.whole(1, 3)
  while (remaining > 0) {
    const other = invent(random, definition, 0, isWindows1252)
    const { name, kind } = random.pick(changeable)
    const value = kind === 'flag' ? String(record[name] !== 'true') : other[name]!
    // Picking the same field twice changes fewer fields, but at least one.
    if (value !== record[name]) changed[name] = value
    if (changed[name] !== record[name]) remaining--
  }
  return changed
}

/** A record that an import skips, possibly because of cells beyond the header. */
type SpoiledRecord = { record: CrmRecord; cellsTooMany: string[] }

type Spoil = (random: Random, record: CrmRecord) => { fields?: CrmRecord; cellsTooMany?: string[] }

export function spoilRecord(
  random: Random,
  definition: ImportDefinition,
  record: CrmRecord,
  unused: number,
): SpoiledRecord {
  const { fields = {}, cellsTooMany = [] } = random.pick(waysToSpoil(definition, unused))(random, record)
  return { record: { ...record, ...fields }, cellsTooMany }
}

function waysToSpoil(definition: ImportDefinition, unused: number): Spoil[] {
  const ways: Spoil[] = [
    () => ({ cellsTooMany: ['Smith', 'Boston'] }),
    (random, record) => withNul(random, definition, record),
  ]
  for (const field of definition.fields) {
    if (field.isRequired) ways.push((random) => ({ fields: { [field.name]: random.pick(['', '', '   ']) } }))
    if (definition.key.includes(field.name) || field.kind === 'contact_id' || field.kind === 'crm_id')
      ways.push(...malformed(field))
  }
  if (definition.table !== 'alumni')
    ways.push((random) => ({ fields: { buid: buidAt(unused + random.whole(0, 999)) } }))
  return ways
}

function malformed({ name, kind }: Field): Spoil[] {
  if (kind === 'buid')
    return [
      (random) => ({
        fields: { [name]: random.pick(['B123', random.fill('########'), 'BUNKNOWN', 'B0000O001', 'U00000001']) },
      }),
    ]
  if (kind === 'contact_id')
    return [
      (random) => ({
        fields: { [name]: random.pick(['C-12', random.fill('#########'), 'C_000000001', 'C-00000000X']) },
      }),
    ]
  if (kind === 'date')
    return [
      (random) => ({ fields: { [name]: random.pick(['2024-02-30', '31.12.2020', 'May 2020', '2024', '13/45/2020']) } }),
    ]
  if (kind !== 'crm_id') return []
  return [
    () => ({ fields: { [name]: '3.00E+14' } }),
    () => ({ fields: { [name]: '0035e000003Kn' } }),
    (_, record) => ({ fields: { [name]: wrongChecksum(record[name] ?? '0035e000003KnSC') } }),
  ]
}

function wrongChecksum(id: string): string {
  const right = addChecksum(id)
  return right.slice(0, -1) + (right.endsWith('A') ? 'B' : 'A')
}

/** The field is otherwise unchecked, so that the NUL byte is the only reason to skip the row. */
function withNul(random: Random, definition: ImportDefinition, record: CrmRecord): { fields: CrmRecord } {
  const { name } = random.pick(
    definition.fields.filter(({ name, kind }) => kind === 'text' && !definition.key.includes(name)),
  )
  return { fields: { [name]: `${record[name] ?? 'Smith'}\0` } }
}
