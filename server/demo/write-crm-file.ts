import { createWriteStream } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { ownerSession } from '../src/foundations/database/session.ts'
import { withClient } from '../src/foundations/database/with-client.ts'
import { definitions } from '../src/exchange/imports/types.ts'
import type { ImportDefinition } from '../src/exchange/imports/definition.ts'
import { changeRecord, spoilRecord } from './alter-record.ts'
import { countRows, headerOf, type CrmFileCounts, type CrmFileOptions } from './crm-file-options.ts'
import { firstFreeIndex, freshRecords, recordsOnFile } from './crm-records.ts'
import { cellsOf, encodeCsv, type CrmRecord } from './csv.ts'
import { Random } from './random.ts'

type Source = {
  definition: ImportDefinition
  options: CrmFileOptions
  counts: CrmFileCounts
  onFile: AsyncGenerator<CrmRecord>
  usable: number
  fresh: AsyncGenerator<CrmRecord>
  unused: number
}

/**
 * Writes a file that the CRM might export for the people on file, and returns the expected result of its import. The
 * same database, seed and options produce the same file. Throws `RangeError` if the database cannot provide the rows.
 */
export async function writeCrmFile(
  ownerUrl: string,
  options: CrmFileOptions,
  target: string | Writable,
): Promise<CrmFileCounts> {
  return withClient({ connectionString: ownerUrl, options: ownerSession }, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const source = await prepare(client, options)
    await pipeline(
      Readable.from(encodeCsv(rowsOf(source), options), { objectMode: false }),
      typeof target === 'string' ? createWriteStream(target) : target,
    )
    return source.counts
  })
}

async function prepare(client: pg.Client, options: CrmFileOptions): Promise<Source> {
  const definition = definitions[options.type]
  const isWindows1252 = options.encoding === 'windows-1252'
  const records = recordsOnFile(client, definition, isWindows1252)
  const usable = await records.countUsable()
  const counts = countRows(options, usable, await records.countAll())
  const people = await firstFreeIndex(client)
  const fresh = freshRecords({
    client,
    definition,
    seed: options.seed ?? 1,
    count: counts.new + counts.bad,
    ...people,
    isWindows1252,
  })
  return { definition, options, counts, onFile: records.read(), usable, fresh, unused: people.firstIndex }
}

/** Spreads each kind of row evenly; a duplicate precedes the row that overrides it. */
async function* rowsOf(source: Source): AsyncGenerator<string[]> {
  const { definition, options, counts, onFile, fresh, unused } = source
  const random = new Random(options.seed ?? 1, 30)
  const cells = (record: CrmRecord) => cellsOf(random, definition, options, record)
  const isWindows1252 = options.encoding === 'windows-1252'
  const remaining = { new: counts.new, bad: counts.bad, changed: counts.changed, unchanged: counts.unchanged }
  let duplicates = counts.duplicates
  const sample = sampleOf(random, onFile, source.usable, counts.changed + counts.unchanged)
  yield headerOf(options.type, options.headers ?? 'ours', options.extraColumns ?? 0)
  for (let kind = drawKind(random, remaining); kind; kind = drawKind(random, remaining)) {
    const origin = await (kind === 'new' || kind === 'bad' ? fresh : sample).next()
    if (origin.done) throw new Error(`The database ran out of records before the file had all its ${kind} rows.`)
    if (kind === 'bad') {
      const { record, cellsTooMany } = spoilRecord(random, definition, origin.value, unused + counts.rows)
      const row = cells(record)
      yield cellsTooMany.length > 0 ? [...row, ...cellsTooMany] : row
    } else {
      const overruled = remaining.new + remaining.changed + remaining.unchanged
      if (random.chance(duplicates / (overruled + 1))) {
        duplicates--
        yield cells(changeRecord(random, definition, origin.value, isWindows1252))
      }
      yield cells(
        kind === 'changed'
          ? changeRecord(random, definition, origin.value, isWindows1252)
          : kind === 'new' && options.quotedBreaks
            ? withBrokenStreet(origin.value)
            : origin.value,
      )
    }
  }
}

type RemainingRows = { new: number; bad: number; changed: number; unchanged: number }

function drawKind(random: Random, remaining: RemainingRows): keyof RemainingRows | undefined {
  const kinds = Object.keys(remaining) as (keyof RemainingRows)[]
  let point = random.next() * kinds.reduce((sum, kind) => sum + remaining[kind], 0)
  const kind = kinds.find((kind) => (point -= remaining[kind]) < 0)
  if (kind) remaining[kind]--
  return kind
}

async function* sampleOf(
  random: Random,
  records: AsyncGenerator<CrmRecord>,
  total: number,
  wanted: number,
): AsyncGenerator<CrmRecord> {
  for await (const record of records) {
    if (wanted === 0) return
    if (random.chance(wanted / total--)) {
      wanted--
      yield record
    }
  }
}

function withBrokenStreet(record: CrmRecord): CrmRecord {
  return record.street ? { ...record, street: record.street.replace(', ', '\n') } : record
}
