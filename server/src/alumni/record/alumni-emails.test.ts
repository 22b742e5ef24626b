import { transact } from '../../foundations/database/db.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildImportStory, csv } from '../../exchange/imports/testing/import-story.ts'

const { db, importFile } = await buildImportStory()

const naive = ['primary_email', 'personal_email', 'work_email', 'school_email', 'other_email']
  .map((column) => `select lower(trim(${column})) as email, id as alumnus_id from alumni where trim(${column}) <> ''`)
  .join(' union ')

async function expectKept(): Promise<void> {
  const { rows: storedEmails } =
    await sql`select email, alumnus_id from alumni_emails order by email collate "C", alumnus_id`.execute(db)
  const { rows: expectedEmails } =
    await sql`select * from (${sql.raw(naive)}) n order by email collate "C", alumnus_id`.execute(db)
  expect(storedEmails).toEqual(expectedEmails)
}
const emailsOf = async (buid: string) =>
  (
    await sql<{
      email: string
    }>`select email from alumni_emails join alumni on alumni.id = alumnus_id where buid = ${buid} order by 1`.execute(
      db,
    )
  ).rows.map(({ email }) => email)

describe('the table of alumni’s addresses', () => {
  test('matches the alumni after any inserts, updates and deletes', async () => {
    const buid = fc.integer({ min: 1, max: 6 }).map((number) => `B0000000${number}`)
    const address = fc.constantFrom(
      null,
      '',
      '  ',
      'a@x.org',
      'A@X.org',
      ' a@x.org ',
      'b@x.org',
      'É@X.org',
      'smith.family@example.org',
    )
    const column = fc.constantFrom('primary_email', 'personal_email', 'work_email', 'school_email', 'other_email')
    const rows = fc.uniqueArray(fc.tuple(buid, address, address), {
      selector: ([alumnusId]) => alumnusId,
      minLength: 1,
    })
    const insert = rows.map(
      (people) => sql`
      insert into alumni (buid, primary_email, other_email)
      select * from unnest(${people.map(([alumnusId]) => alumnusId)}::text[], ${people.map(([, first]) => first)}::text[], ${people.map(([, , second]) => second)}::text[])
      on conflict (buid) do update set primary_email = excluded.primary_email, other_email = excluded.other_email`,
    )
    const update = fc
      .tuple(fc.array(buid), column, address)
      .map(
        ([alumnusId, name, value]) =>
          sql`update alumni set ${sql.ref(name)} = ${value} where buid = any (${alumnusId}::text[])`,
      )
    const swap = fc
      .tuple(column, column)
      .map(
        ([from, to]) =>
          sql`update alumni set ${sql.ref(from)} = (select ${sql.ref(to)} from alumni a where a.buid = 'B00000001'), city = 'Ames'`,
      )
    const remove = fc.array(buid).map((alumnusId) => sql`delete from alumni where buid = any (${alumnusId}::text[])`)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(insert, update, swap, remove), { minLength: 1, maxLength: 8 }),
        async (statements) => {
          for (const statement of statements) {
            await statement.execute(db)
            await expectKept()
          }
        },
      ),
      { numRuns: 30 },
    )
    await sql`delete from alumni`.execute(db)
  })

  test('matches the alumni after an import, and a rebuild yields the same', async () => {
    await importFile(
      'contacts',
      csv(
        'BUID,First Name,Primary Email,Work Email',
        'B00000001,Jane,Smith.Family@Example.org,jane@work.example',
        'B00000002,John,smith.family@example.org,',
        'B00000003,Peggy,,',
      ),
    )
    expect(await emailsOf('B00000001')).toEqual(['jane@work.example', 'smith.family@example.org'])
    await importFile(
      'contacts',
      csv(
        'BUID,First Name,Primary Email,Work Email',
        'B00000001,Jane,smith.family@EXAMPLE.org,',
        'B00000003,Peggy,peggy@example.org,Peggy@Example.org',
      ),
    )
    expect(await emailsOf('B00000001')).toEqual(['smith.family@example.org'])
    expect(await emailsOf('B00000003')).toEqual(['peggy@example.org'])
    await expectKept()
  })

  test('is unchanged after a rollback', async () => {
    const before = await emailsOf('B00000002')
    await expect(
      transact(db, async (inner) => {
        await sql`update alumni set primary_email = 'gone@example.org' where buid = 'B00000002'`.execute(inner)
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await emailsOf('B00000002')).toEqual(before)
  })
})
