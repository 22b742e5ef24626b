import type { ImportType } from '@alumni/shared/exchange/imports'
import type { Client } from 'pg'
import type { ImportDefinition } from '../src/exchange/imports/definition.ts'
import { readCursor } from './bulk.ts'
import { buidAt, contactIdAt, crmIdAt } from './crm-ids.ts'
import { fitsWindows1252, fitsWindows1252Sql, type CrmRecord } from './csv.ts'
import { inventPerson } from './people.ts'
import { Random } from './random.ts'
import { areaTypes, inventJob } from './records.ts'
import { majors, study } from './vocabulary.ts'

/** Only records with all required fields that the encoding can represent. */
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

function ofType(definition: ImportDefinition): string[] {
  return Object.entries(definition.constants ?? {}).map(([column, value]) => `${column} = '${value}'`)
}

/** `firstIndex` is the index of the first person not on file. */
type Fresh = {
  client: Client
  definition: ImportDefinition
  seed: number
  count: number
  firstIndex: number
  alumni: number
  isWindows1252: boolean
}

export async function* freshRecords(fresh: Fresh): AsyncGenerator<CrmRecord> {
  if (fresh.count === 0) return
  if (fresh.definition.type === 'contacts') yield* newPeople(fresh)
  else yield* newRecords(fresh)
}

/** Returns the first index above every BUID and contact ID on file. */
export async function firstFreeIndex(client: Client): Promise<{ firstIndex: number; alumni: number }> {
  const { rows } = await client.query<{ highest: string; count: string }>(
    `select greatest(max(substr(buid, 2)::bigint), max(substr(contact_id, 3)::bigint), 0) as highest, count(*) from alumni`,
  )
  return { firstIndex: Number(rows[0]!.highest), alumni: Number(rows[0]!.count) }
}

function* newPeople({ definition, seed, count, firstIndex, isWindows1252 }: Fresh): Generator<CrmRecord> {
  for (let index = firstIndex; index < firstIndex + count; index++)
    yield invent(new Random(seed, index, 20), definition, index, isWindows1252)
}

async function* newRecords({
  client,
  definition,
  seed,
  count,
  firstIndex,
  alumni,
  isWindows1252,
}: Fresh): AsyncGenerator<CrmRecord> {
  if (alumni === 0) throw new RangeError('There are no alumni to write new records for.')
  const perPerson = Math.ceil(count / alumni)
  const stride = Math.max(1, Math.floor(alumni / Math.ceil(count / perPerson)))
  const key = definition.key.slice(1)
  // Includes the kind of record, because the unique indexes are partial.
  const isSame = ['t.buid = a.buid', ...ofType(definition)].join(' and ')
  const people = readCursor<{ buid: string; taken: string[] }>(
    client,
    'people_for_new_records',
    `select a.buid, array(select concat_ws('|', ${key.map((name) => `coalesce(${name}::text, '')`).join(', ')}) from ${definition.table} t where ${isSame}) as taken
     from (select buid, row_number() over (order by buid) as place from alumni) a where a.place % ${stride} = 0 order by a.buid`,
  )
  let remaining = count
  for await (const { buid, taken } of people) {
    const random = new Random(seed, Number(buid.slice(1)), 21)
    for (let nth = 0; nth < perPerson && remaining > 0;) {
      const record: CrmRecord = { ...invent(random, definition, firstIndex, isWindows1252), buid }
      const place = key.map((name) => record[name] ?? '').join('|')
      if (taken.includes(place)) continue
      taken.push(place)
      nth++
      remaining--
      yield record
    }
    if (remaining === 0) return
  }
}

export function invent(random: Random, definition: ImportDefinition, index: number, isWindows1252: boolean): CrmRecord {
  for (;;) {
    const record = { ...inventRecord(random, definition.type, index), buid: buidAt(index) }
    if (!isWindows1252 || fitsWindows1252(record)) return record
  }
}

function inventRecord(random: Random, type: ImportType, index: number): CrmRecord {
  switch (type) {
    case 'contacts': {
      const { deceased, do_not_contact, do_not_email, ...person } = inventPerson(random.whole(0, 1e9), index)
      return {
        ...person,
        contact_id: contactIdAt(index),
        crm_id: crmIdAt(index),
        deceased: String(deceased),
        do_not_contact: String(do_not_contact),
        do_not_email: String(do_not_email),
      }
    }
    case 'educations': {
      const { row, college } = random.pick(majors)
      const degree_code = random.pick([...college.bachelors, ...college.graduate])
      return study(row.major_code, { buid: '', area_type: null, degree_code, degree_date: inventDate(random) })
    }
    case 'areas-of-study': {
      const { row, college } = random.pick(majors)
      const [area_type, degree_date] = [random.pick(areaTypes), inventDate(random)]
      return study(row.major_code, { buid: '', area_type, degree_date, degree_code: random.pick(college.bachelors) })
    }
    case 'employment': {
      const isCurrent = random.chance(0.5)
      return {
        buid: '',
        ...inventJob(random),
        start_date: inventDate(random),
        end_date: isCurrent ? null : '2026-06-30',
        current: String(isCurrent),
      }
    }
  }
}

function inventDate(random: Random): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${random.whole(1990, 2025)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`
}
