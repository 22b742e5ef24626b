import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ImportType } from '@alumni/shared/exchange/imports'
import { cancelActiveBatches } from '../testing/insert-batch.ts'
import { buildImportStory, csv } from '../testing/import-story.ts'
import { addPeggyJoseAndSiobhan, recordsOf } from '../testing/records.ts'
import { rounds } from '../../../../testing/soak.ts'

const story = await buildImportStory()
const { db, importFile, undoImport, page } = story
const { add } = recordsOf(story)
const numRuns = rounds(1, 50)

const tables = ['alumni', 'educations', 'employments', 'crm_data_changes', 'crm_conflicts', 'alumni_emails'] as const

async function readAllTables() {
  const state: Record<string, unknown[]> = {}
  for (const table of tables) {
    const written = table === 'alumni' || table === 'educations' || table === 'employments'
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) ${written ? sql`- 'updated_at'` : sql``} as row from ${sql.table(table)} t order by to_jsonb(t)::text`.execute(
      db,
    )
    state[table] = rows.map(({ row }) => row)
  }
  return state
}

const buids = ['B00000001', 'B00000002', 'B00000003', 'B00000004', 'B00000005']
const cell = (...values: string[]) => fc.constantFrom('', ...values)
const buid = fc.constantFrom(...buids)
const columns: Record<ImportType, Record<string, fc.Arbitrary<string>>> = {
  contacts: {
    BUID: buid,
    'First Name': cell('Peggy', 'José', '"Ann, ""A"""'),
    City: cell('Durham', 'Raleigh', 'Cary'),
    'Primary Email': cell('peggy@example.org', 'jose@example.org', 'nowhere'),
    'Contact ID': cell('C-000000001', 'C-000000002', 'C-000000003'),
    Deceased: cell('yes', 'no'),
  },
  educations: {
    BUID: buid,
    'Degree Code': fc.constantFrom('BA', 'BS'),
    'Degree Date': fc.constantFrom('2008-05-09', '2012-05-09'),
    Major: cell('History', 'Biology'),
  },
  'areas-of-study': {
    BUID: buid,
    'Area Type': fc.constantFrom('minor', 'track'),
    'Major Code': fc.constantFrom('CS', 'BIO'),
    'Degree Date': cell('2008-05-09', '2012-05-09'),
  },
  employment: {
    BUID: buid,
    Employer: fc.constantFrom('Acme', 'Zeta'),
    'Start Date': cell('2008-05-09'),
    'Job Title': cell('Baker', 'Cook'),
    Current: cell('yes', 'no'),
  },
}

function fileOf(type: ImportType): fc.Arbitrary<string> {
  const names = Object.keys(columns[type])
  const row = fc.tuple(...Object.values(columns[type])).map((cells) => cells.join(','))
  return fc.array(row, { maxLength: 12 }).map((rows) => csv(names.join(','), ...rows))
}

const change = fc.record({
  buid: fc.constantFrom('B00000001', 'B00000002', 'B00000003'),
  after: fc.constantFrom('Durham', 'Raleigh', 'Cary'),
  status: fc.constantFrom('pending', 'exported'),
})

beforeEach(async () => {
  await cancelActiveBatches(story)
  for (const table of ['crm_conflicts', 'crm_data_changes', 'educations', 'employments', 'alumni', 'record_changes'])
    await sql`delete from ${sql.table(table)}`.execute(db)
  await addPeggyJoseAndSiobhan(story)
})

const types = ['contacts', 'educations', 'areas-of-study', 'employment'] as const

test.each(types)(
  'after any files of %s undoing the next one restores everything, and importing it again has the same result',
  async (type) => {
    const changes = fc.uniqueArray(change, { maxLength: 3, selector: ({ buid }) => buid })
    await fc.assert(
      fc.asyncProperty(fileOf(type), fileOf(type), changes, async (first, file, waiting) => {
        // A field can have only one pending change, so those of earlier runs are removed.
        for (const table of ['crm_conflicts', 'crm_data_changes'] as const) await db.deleteFrom(table).execute()
        await importFile(type, first)
        if (type === 'contacts')
          for (const change of waiting) await add('crm_data_changes', { ...change, field: 'city', made_by: 'Peggy' })
        const before = await readAllTables()
        const batch = await importFile(type, file)
        if (!batch.undo) {
          expect(await readAllTables()).toEqual(before)
          return
        }
        const after = await valuesOf(type)

        const undo = await undoImport(type, batch.id)
        expect(undo.results).toEqual(undo.counts)
        expect(undo.results).toMatchObject({ skipped: 0, unchanged: 0, warnings: 0 })
        expect(await readAllTables()).toEqual(before)
        const { rows } = await page(type, undo.id)
        expect(rows).toHaveLength(undo.results!.rows)

        const again = await importFile(type, file)
        expect(again.results).toEqual(batch.results)
        expect(await valuesOf(type)).toEqual(after)
      }),
      { numRuns },
    )
  },
)

test.each(types)(
  'values edited between a file of %s and its undo stay and are listed, and everything else is restored',
  async (type) => {
    await fc.assert(
      fc.asyncProperty(
        fileOf(type),
        fileOf(type),
        fc.array(fc.nat(20), { maxLength: 4 }),
        async (first, file, edits) => {
          await importFile(type, first)
          const before = await byId(type)
          const batch = await importFile(type, file)
          if (!batch.undo) return
          const written = await byId(type)
          const column = editedColumn[type]
          const ids = [...written.keys()]
          const edited = new Set(edits.flatMap((nth) => (ids.length > 0 ? [ids[nth % ids.length]!] : [])))
          for (const id of edited)
            await sql`update ${sql.table(tableOf[type])} set ${sql.ref(column)} = 'Edited' where id = ${id}`.execute(db)
          const undo = await undoImport(type, batch.id)
          const now = await byId(type)
          for (const id of new Set([...before.keys(), ...written.keys()])) {
            const was = before.get(id)
            const touched = JSON.stringify(was) !== JSON.stringify(written.get(id))
            if (!edited.has(id)) expect(now.get(id)).toEqual(was)
            else if (!was) expect(now.get(id)).toEqual({ ...written.get(id), [column]: 'Edited' })
            else expect(now.get(id)).toEqual({ ...was, [column]: 'Edited' })
            if (edited.has(id) && touched && (!was || was[column] !== written.get(id)![column]))
              expect(
                (await listReasons(undo.id)).filter((reason) => reason?.includes('was changed since')),
              ).not.toEqual([])
          }
          for (const id of edited)
            await sql`update ${sql.table(tableOf[type])} set ${sql.ref(column)} = null where id = ${id}`.execute(db)

          async function listReasons(id: number) {
            return (await page(type, id)).rows!.map(({ reason }) => reason)
          }
        },
      ),
      { numRuns },
    )
  },
)

const tableOf = {
  contacts: 'alumni',
  educations: 'educations',
  'areas-of-study': 'educations',
  employment: 'employments',
}
const editedColumn = {
  contacts: 'city',
  educations: 'major_desc',
  'areas-of-study': 'degree_code',
  employment: 'job_title',
}

async function byId(type: ImportType): Promise<Map<number, Record<string, unknown>>> {
  const { rows } = await sql<{ row: Record<string, unknown> & { id: number } }>`
    select to_jsonb(t) - '{updated_at}'::text[] as row from ${sql.table(tableOf[type])} t order by id`.execute(db)
  return new Map(rows.map(({ row }) => [row.id, row]))
}

/** Omits ids, which differ after an undo and a new import. */
async function valuesOf(type: ImportType): Promise<string[]> {
  const rows = [...(await byId(type)).values()]
  return rows.map(({ id: _, created_at: __, ...values }) => JSON.stringify(values)).sort()
}
