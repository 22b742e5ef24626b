import type { Client } from 'pg'
import type { ImportDefinition } from '../src/exchange/imports/definition.ts'
import { buidAt } from './crm-ids.ts'
import { fitsWindows1252, type CrmRecord } from './crm-record.ts'
import { inventRecord } from './invent-record.ts'
import { Random } from './random.ts'
import { readCursor } from './read-cursor.ts'
import { ofType } from './records-on-file.ts'

/** `firstIndex` is that of the first person whose BUID and contact id nobody has. */
export type Fresh = {
  client: Client
  definition: ImportDefinition
  seed: number
  count: number
  firstIndex: number
  alumni: number
  isWindows1252: boolean
}

/** `count` valid records that are not on file: new people, or new records of people on file. */
export async function* freshRecords(fresh: Fresh): AsyncGenerator<CrmRecord> {
  if (fresh.count === 0) return
  if (fresh.definition.type === 'contacts') yield* newPeople(fresh)
  else yield* newRecords(fresh)
}

/** The first index above every BUID and contact id on file. */
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
  // The kind of record is in the condition for the index's sake: the unique indexes are partial.
  const isSame = ['t.buid = a.buid', ...ofType(definition)].join(' and ')
  const people = readCursor<{ buid: string; taken: string[] }>(
    client,
    'people_for_new_records',
    `select a.buid, array(select concat_ws('|', ${key.map((name) => `coalesce(${name}::text, '')`).join(', ')}) from ${definition.table} t where ${isSame}) as taken
     from (select buid, row_number() over (order by buid) as place from alumni) a where a.place % ${stride} = 0 order by a.buid`,
  )
  let left = count
  for await (const { buid, taken } of people) {
    const random = new Random(seed, Number(buid.slice(1)), 21)
    for (let nth = 0; nth < perPerson && left > 0;) {
      const record: CrmRecord = { ...invent(random, definition, firstIndex, isWindows1252), buid }
      const place = key.map((name) => record[name] ?? '').join('|')
      if (taken.includes(place)) continue
      taken.push(place)
      nth++
      left--
      yield record
    }
    if (left === 0) return
  }
}

export function invent(random: Random, definition: ImportDefinition, index: number, isWindows1252: boolean): CrmRecord {
  for (;;) {
    const record = { ...inventRecord(random, definition.type, index), buid: buidAt(index) }
    if (!isWindows1252 || fitsWindows1252(record)) return record
  }
}
