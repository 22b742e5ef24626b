import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildImportStory, csv } from './testing/import-story.ts'

const { scanFile, commit, apply, page, importFile, db } = await buildImportStory()

const alumnus = async (buid: string) =>
  (await sql<Record<string, unknown>>`select * from alumni where buid = ${buid}`.execute(db)).rows[0]

test('Ada uploads contacts, reviews the changes, commits, and reads the results', async () => {
  const first = await importFile(
    'contacts',
    csv(
      'BUID,First Name,Last Name,Primary Email',
      'B00000001,José,Álvarez,jose@example.org',
      "B00000002,Siobhán,O'Neil,",
    ),
  )
  expect(first).toMatchObject({
    status: 'completed',
    section: 'Results',
    counts: { rows: 2, new: 2 },
    results: { rows: 2, new: 2, changed: 0 },
  })

  const batch = await scanFile(
    'contacts',
    csv(
      'buid,first_name,LAST NAME,Primary Email',
      'B00000001,José,Álvarez Ruiz,jose@example.org',
      "B00000002,Siobhán,O'Neil,",
      'B00000003,Peggy,Jones,peggy@example.org',
      'B3,Nobody,,',
    ),
  )
  expect(batch).toMatchObject({
    section: 'Review',
    counts: { rows: 4, new: 1, changed: 1, unchanged: 1, skipped: 1, warnings: 0, deletes: 0 },
    results: null,
  })
  const { rows } = await page('contacts', batch.id, '?outcome=changed')
  expect(rows).toEqual([
    {
      line: 2,
      outcome: 'changed',
      key: 'B00000001',
      name: 'José Álvarez Ruiz',
      reason: null,
      difference: null,
      changes: [{ field: 'last_name', before: 'Álvarez', after: 'Álvarez Ruiz' }],
    },
  ])
  expect((await page('contacts', batch.id, '?outcome=skipped')).rows).toMatchObject([
    { line: 5, reason: 'BUID “B3” is not B followed by eight digits.' },
  ])
  expect((await page('contacts', batch.id, '?q=PEGGY')).rows).toMatchObject([{ key: 'B00000003' }])

  expect((await alumnus('B00000001'))!.last_name).toBe('Álvarez')
  expect((await commit('contacts', batch.id)).json()).toMatchObject({ status: 'running', section: 'Importing' })
  expect(await apply('contacts', batch.id)).toMatchObject({
    section: 'Results',
    results: { rows: 4, new: 1, changed: 1, unchanged: 1, skipped: 1, warnings: 0, deletes: 0 },
  })
  expect((await alumnus('B00000001'))!.last_name).toBe('Álvarez Ruiz')
  expect(await alumnus('B00000003')).toMatchObject({
    first_name: 'Peggy',
    primary_email: 'peggy@example.org',
    deceased: false,
  })

  const { rows: history } =
    await sql`select buid, action, fields, import_batch_id::int from record_changes where import_batch_id = ${batch.id} order by id`.execute(
      db,
    )
  expect(history).toEqual(
    [
      {
        buid: 'B00000001',
        action: 'changed',
        fields: { last_name: ['Álvarez', 'Álvarez Ruiz'] },
        import_batch_id: batch.id,
      },
      {
        buid: 'B00000003',
        action: 'created',
        fields: {
          buid: [null, 'B00000003'],
          first_name: [null, 'Peggy'],
          last_name: [null, 'Jones'],
          primary_email: [null, 'peggy@example.org'],
          deceased: undefined,
        },
        import_batch_id: batch.id,
      },
    ].map((row) => ({ ...row, fields: JSON.parse(JSON.stringify(row.fields)) as unknown })),
  )
})
