import fc from 'fast-check'
import Papa from 'papaparse'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isFlag } from '@alumni/shared/alumni/values'
import type { ImportStatusReply, ImportType } from '@alumni/shared/exchange/imports'
import { definitions } from './types.ts'
import { buildImportStory } from './testing/import-story.ts'
import { addPeggyJoseAndSiobhan, recordsOf, type Fields } from './testing/records.ts'
import { rounds } from '../../../testing/soak.ts'

const story = await buildImportStory()
const { importFile, scanFile, cancel, page, db } = story
const { rowsOf, historyOf } = recordsOf(story)
await addPeggyJoseAndSiobhan(story)
const numRuns = rounds(3, 50)

/** null is blank, undefined is unreadable and leaves the field unchanged, `bad` skips the row. */
type Meaning = string | null | undefined | typeof bad
const bad = Symbol('bad')
type Cell = [text: string, meaning: Meaning]
const oneOf = (...cells: Cell[]) => fc.constantFrom(...cells)
const values = (...texts: string[]): Cell[] => texts.map((text) => [text, text])
const blank: Cell = ['', null]
const blankKey: Cell = ['', bad]

const buid = oneOf(
  ...values('B00000001', 'B00000002', 'B00000003', 'B00000004', 'B00000099'),
  ['b00000001', 'B00000001'],
  ['B7', bad],
  blankKey,
)
const flag = oneOf(['yes', 'true'], ['0', 'false'], ['', 'false'], ['dunno', undefined])
const dates: Cell[] = [...values('2008-05-09', '2012-05-09'), ['5/9/2008', '2008-05-09']]
const text = oneOf(
  ...values('José', "O'Neil", 'two words', '😀', 'a "quote", and more', '%', '\\N'),
  blank,
  ["'=1+1", '=1+1'],
  ['  Ann  ', 'Ann'],
  ['two\nlines', 'two lines'],
  ['x'.repeat(1001), undefined],
)
const code = (...codes: string[]) => oneOf(...values(...codes), blankKey)

const columns: Record<
  ImportType,
  { constants: Record<string, fc.Arbitrary<Cell>>; optional: Record<string, fc.Arbitrary<Cell>> }
> = {
  contacts: {
    constants: { buid, first_name: text },
    optional: {
      city: text,
      deceased: flag,
      do_not_email: flag,
      primary_email: oneOf(...values('peggy@example.org', 'jose@example.org'), blank, ['nowhere', undefined]),
      crm_id: oneOf(
        ...values('001C000000o4OOI', '001C000000o4Ooi'),
        ['001C000000o4OoiIAE', '001C000000o4Ooi'],
        ['', undefined],
        ['12', bad],
      ),
    },
  },
  educations: {
    constants: { buid, degree_code: code('BS', 'BA'), degree_date: oneOf(...dates, ['spring', bad], blankKey) },
    optional: { major_code: oneOf(...values('CS', 'BIO'), blank), major_desc: text, college_name: text },
  },
  'areas-of-study': {
    constants: { buid, area_type: code('minor', 'track'), major_code: code('CS', 'BIO') },
    optional: { major_desc: text, degree_date: oneOf(...dates, blank, ['spring', undefined]) },
  },
  employment: {
    constants: { buid, employer: code('Acme', 'Álvarez Bakery', 'a "quote", and more') },
    optional: { start_date: oneOf(...dates, blank, ['spring', bad]), job_title: text, current: flag },
  },
}

type File = { fields: string[]; rows: Cell[][] }

function fileOf(type: ImportType): fc.Arbitrary<File> {
  const { constants, optional } = columns[type]
  return fc.shuffledSubarray(Object.keys(optional)).chain((selected) => {
    const fields = [...Object.keys(constants), ...selected]
    const row = fc
      .tuple(...fields.map((field) => constants[field] ?? optional[field]!))
      .filter((cells) => cells.some(([text]) => text.trim() !== ''))
    return fc.array(row, { maxLength: 25 }).map((rows) => ({ fields, rows }))
  })
}

function writeCsv(type: ImportType, { fields, rows }: File): string {
  const labels = fields.map((name) => definitions[type].fields.find((field) => field.name === name)!.label)
  return Papa.unparse([labels, ...rows.map((row) => row.map(([text]) => text))])
}

function expected(type: ImportType, before: Fields[], { fields, rows }: File, people: ReadonlySet<string>) {
  const definition = definitions[type]
  const keyOf = (record: Fields) => definition.key.map((name) => record[name] ?? '').join('|')
  const readable = rows
    .map((row) => Object.fromEntries(fields.map((name, index) => [name, row[index]![1]])))
    .filter((row) => !Object.values(row).includes(bad)) as Record<string, string | null | undefined>[]
  const known = readable.filter((row) => type === 'contacts' || people.has(row.buid!))
  const last = new Map(known.map((row) => [keyOf(row as Fields), row]))
  const records = new Map(before.map((record) => [keyOf(record), comparable(record)]))
  const outcomes = { new: 0, changed: 0, unchanged: 0, skipped: rows.length - last.size, deletes: 0 }
  for (const [key, row] of last) {
    const old = records.get(key)
    const now: Record<string, string> = { ...old }
    for (const [name, value] of Object.entries(row)) if (value !== undefined && value !== null) now[name] = value
    for (const [name, value] of Object.entries(row)) if (value === null) delete now[name]
    // For a new person, an unreadable flag counts as set.
    const isUnreadable = (name: string) => name in row && row[name] === undefined
    if (!old)
      for (const { name, kind } of definition.fields)
        if (isFlag(kind)) now[name] ??= String(kind === 'flag' && isUnreadable(name))
    outcomes[
      !old ? 'new' : JSON.stringify(sortFields(old)) === JSON.stringify(sortFields(now)) ? 'unchanged' : 'changed'
    ]++
    records.set(key, now)
  }
  if (definition.isSnapshot)
    for (const key of records.keys()) if (!last.has(key)) outcomes.deletes += records.delete(key) ? 1 : 0
  return { outcomes, records: [...records.values()] }
}

function comparable(record: Fields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      value === null || name === 'id' || name === 'kind' ? [] : [[name, String(value)]],
    ),
  )
}

const sortFields = (record: Record<string, string>) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
const sortRecords = (records: Record<string, string>[]) =>
  records.map((record) => JSON.stringify(sortFields(record))).sort()

async function tableOf(type: ImportType): Promise<Fields[]> {
  const { table, constants } = definitions[type]
  return rowsOf(table, constants)
}

async function replayHistory(
  type: ImportType,
  before: Fields[],
  batch: ImportStatusReply,
): Promise<Record<string, string>[]> {
  const { rows } = await sql<{
    record_id: number
    action: string
    fields: Record<string, [string | null, string | null]>
  }>`
    select record_id, action, fields from record_changes where import_type = ${type} and import_batch_id = ${batch.id} order by id
  `.execute(db)
  const records = new Map(before.map((record) => [Number(record.id), comparable(record)]))
  for (const { record_id, action, fields } of rows) {
    const record = records.get(record_id) ?? {}
    if (action === 'created') expect(records.has(record_id)).toBe(false)
    for (const [name, [was, is]] of Object.entries(fields)) {
      if (name !== 'kind') expect(record[name] ?? null).toBe(was)
      if (is === null) delete record[name]
      else record[name] = is
    }
    delete record.kind
    if (action === 'created')
      // A flag that the file does not have is false.
      for (const { name, kind } of definitions[type].fields) if (isFlag(kind)) record[name] ??= 'false'
    records.set(record_id, record)
    if (action === 'deleted') {
      expect(record).toEqual({})
      records.delete(record_id)
    }
  }
  return [...records.values()]
}

test.each(['contacts', 'educations', 'areas-of-study', 'employment'] as const)(
  'for any file of %s the review, the results, the rows, the history and the table agree',
  async (type) => {
    await fc.assert(
      fc.asyncProperty(fileOf(type), async (file) => {
        const people = new Set((await rowsOf('alumni')).map(({ buid }) => String(buid)))
        const before = await tableOf(type)
        const { outcomes, records } = expected(type, before, file, people)
        const csv = writeCsv(type, file)

        const batch = await importFile(type, csv)
        const { counts, results } = batch
        expect(counts).toMatchObject({ rows: file.rows.length, ...outcomes })
        expect(results).toEqual(counts)

        for (const outcome of ['new', 'changed', 'unchanged', 'skipped', 'warnings', 'deletes'] as const) {
          const { matching, rows } = await page(type, batch.id, `?outcome=${outcome}`)
          expect([outcome, matching, rows!.length]).toEqual([outcome, results![outcome], results![outcome]])
        }
        const { rows } = await page(type, batch.id)
        expect(rows!.map(({ line }) => line)).toEqual(file.rows.map((_, index) => index + 2))
        expect(rows!.filter(({ outcome, reason }) => outcome === 'skipped' && !reason)).toEqual([])
        expect(rows!.filter(({ outcome, reason }) => outcome !== 'skipped' && reason)).toHaveLength(results!.warnings)

        const after = await tableOf(type)
        expect(sortRecords(after.map(comparable))).toEqual(sortRecords(records))
        expect(sortRecords(await replayHistory(type, before, batch))).toEqual(sortRecords(records))
        expect(await historyOf(batch)).toHaveLength(outcomes.new + outcomes.changed + outcomes.deletes)

        const again = await scanFile(type, csv)
        expect(again.counts).toMatchObject({
          new: 0,
          changed: 0,
          skipped: outcomes.skipped,
          unchanged: file.rows.length - outcomes.skipped,
          deletes: 0,
        })
        await cancel(type, again.id)
      }),
      { numRuns },
    )
  },
)

test('for any duplicate Contact IDs no two people get the same one, and a second import changes nothing', async () => {
  const contactId = oneOf(...values('C-000000001', 'C-000000002', 'C-000000003', 'C-000000004'), ['', undefined])
  const people = oneOf(...values('B00000001', 'B00000002', 'B00000003', 'B00000005'))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(people, contactId, text), { maxLength: 8 }), async (rows) => {
      const csv = writeCsv('contacts', { fields: ['buid', 'contact_id', 'first_name'], rows })
      const before = await tableOf('contacts')
      const batch = await importFile('contacts', csv)
      expect(batch.results).toEqual(batch.counts)
      const { rows: first } = await page('contacts', batch.id)
      const table = await tableOf('contacts')
      expect(sortRecords(await replayHistory('contacts', before, batch))).toEqual(sortRecords(table.map(comparable)))
      const last = new Map(
        first!.flatMap(({ line, outcome, key }) =>
          outcome === 'skipped' ? [] : [[key, rows[line - 2]![1][1]] as const],
        ),
      )
      for (const [key, id] of last)
        if (id) expect(table.find(({ buid }) => buid === key)).toMatchObject({ contact_id: id as string })
      if (first!.some(({ reason }) => /Contact ID/.test(reason ?? ''))) return
      const again = await scanFile('contacts', csv)
      expect(again.counts).toMatchObject({ new: 0, changed: 0, skipped: batch.counts!.skipped })
      await cancel('contacts', again.id)
    }),
    { numRuns },
  )
})
