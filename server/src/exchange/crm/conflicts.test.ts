import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { HistoryPage } from '@alumni/shared/alumni/record'
import { buildCrmStory, conflictsUrl } from './testing/crm-story.ts'

const { ada, as, alumnus, change, addChange, conflicts, importCrmCities, db, forgetCrm, remove, rowsOf, add } =
  await buildCrmStory()
const resolve = (id: number, body: object) => ada.post(`${conflictsUrl}/${id}`, body)
const audits = async () =>
  (
    await sql<{
      action: string
      subject: string
      detail: Record<string, unknown>
    }>`select action, subject, detail from audit_entries where action like 'crm-%' order by id`.execute(db)
  ).rows

beforeEach(forgetCrm)

async function createConflict(status: 'pending' | 'exported' = 'pending') {
  const change_id = await addChange('B00000001', 'city', 'Raleigh', { status })
  const batch = await importCrmCities(['B00000001', 'Durham'])
  const [conflict] = (await conflicts()).conflicts
  return { change_id, batch, id: conflict!.id, conflict: conflict! }
}

test('Ada sees the person, the field, both values, the import, and who changed it', async () => {
  const { batch, conflict } = await createConflict()
  expect(conflict).toMatchObject({
    buid: 'B00000001',
    name: 'Margaret "Peggy" Jones',
    field: 'city',
    ours: 'Raleigh',
    theirs: 'Durham',
    current: 'Raleigh',
    made_by: 'Peggy Jones',
    batch_id: batch.id,
    resolution: null,
  })
  expect(await conflicts()).toMatchObject({ page: 1, pages: 1, matching: 1, total: 1, import: null })
  expect(await conflicts(`?batch_id=${batch.id}`)).toMatchObject({
    matching: 1,
    import: { id: batch.id, file_name: 'crm.csv', imported_by: 'Ada Lindqvist' },
  })
  expect(await conflicts(`?batch_id=${batch.id + 1}`)).toMatchObject({
    conflicts: [],
    matching: 0,
    total: 0,
    import: null,
  })
})

test.each([
  ['peggy', 1],
  ['JONES marg', 1],
  ['b00000001', 1],
  ['durham', 1],
  ['raleigh', 1],
  ['minh', 0],
  ['100%', 0],
  ['%', 0],
  ['_', 0],
])('searching for %s finds %i', async (q, matching) => {
  await createConflict()
  expect((await conflicts(`?q=${encodeURIComponent(q)}`)).matching).toBe(matching)
})

test('keeping our value resolves the conflict, and the change still goes to the CRM', async () => {
  const { id, change_id } = await createConflict('exported')
  expect((await resolve(id, { keep: 'ours', theirs: 'Durham' })).json()).toMatchObject({
    id,
    resolution: 'ours',
    resolved_by: 'Ada Lindqvist',
  })
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Raleigh' })
  expect(await rowsOf('crm_data_changes')).toMatchObject([{ id: change_id, status: 'exported' }])
  expect(await rowsOf('crm_conflicts')).toMatchObject([{ id, change_id, resolution: 'ours' }])
  expect([
    (await conflicts()).matching,
    (await conflicts('?state=resolved')).matching,
    (await conflicts('?state=all')).matching,
  ]).toEqual([0, 1, 1])
  expect((await audits()).at(-1)).toMatchObject({ action: 'crm-conflict.kept-ours', subject: `crm-conflicts/${id}` })
})

test('keeping the CRM’s value sets the field, withdraws the change, and is in Peggy’s history', async () => {
  const { id, change_id } = await createConflict()
  expect((await resolve(id, { keep: 'theirs' })).json()).toMatchObject({
    resolution: 'theirs',
    current: 'Durham',
    made_by: null,
  })
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Durham' })
  expect(await rowsOf('crm_data_changes')).toEqual([])
  expect(await rowsOf('crm_conflicts')).toMatchObject([{ id, change_id: null, resolution: 'theirs' }])
  const history = (await ada.get('/alumni/B00000001/history')).json<HistoryPage>()
  expect(history.entries[0]).toMatchObject({
    by: 'Ada Lindqvist',
    field: 'city',
    before: 'Raleigh',
    after: 'Durham',
    action: 'changed',
    batch_id: null,
  })
  expect((await audits()).at(-1)).toMatchObject({
    action: 'crm-conflict.kept-theirs',
    detail: {
      buid: 'B00000001',
      field: 'city',
      withdrawn: [{ id: change_id, made_by: 'Peggy Jones', status: 'pending' }],
    },
  })
  expect((await importCrmCities(['B00000001', 'Apex'])).results).toMatchObject({ changed: 1, warnings: 0 })
})

test('a blank CRM value clears the field, and unsets a flag', async () => {
  await addChange('B00000001', 'city', 'Raleigh')
  await importCrmCities(['B00000001', ''])
  const [blank] = (await conflicts()).conflicts
  expect((await resolve(blank!.id, { keep: 'theirs', theirs: null })).statusCode).toBe(200)
  expect(await alumnus('B00000001')).toMatchObject({ city: null })
  const change_id = await addChange('B00000001', 'do_not_email', 'true')
  const id = await add('crm_conflicts', {
    batch_id: blank!.batch_id,
    change_id,
    buid: 'B00000001',
    field: 'do_not_email',
    ours: 'true',
    theirs: 'false',
  })
  expect((await resolve(id, { keep: 'theirs' })).json()).toMatchObject({ current: 'false' })
  expect(await alumnus('B00000001')).toMatchObject({ do_not_email: false })
})

test('keeping the CRM’s value withdraws every change of the field in progress, not only the newest', async () => {
  await addChange('B00000001', 'city', 'Apex', { status: 'exported' })
  const verified = await addChange('B00000001', 'city', 'Cary', { status: 'verified' })
  const { id } = await createConflict()
  expect((await resolve(id, { keep: 'theirs' })).statusCode).toBe(200)
  expect(await rowsOf('crm_data_changes')).toMatchObject([{ id: verified, status: 'verified' }])
})

test('the second person to resolve reads who was first, and changes nothing', async () => {
  const { id } = await createConflict()
  await resolve(id, { keep: 'ours' })
  const second = await resolve(id, { keep: 'theirs' })
  expect([second.statusCode, second.json()]).toEqual([
    409,
    { error: 'This conflict is already resolved, by Ada Lindqvist.' },
  ])
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Raleigh' })
})

test('one of two people who resolve at the same moment is notified', async () => {
  const { id } = await createConflict()
  const replies = await Promise.all([
    resolve(id, { keep: 'theirs' }),
    resolve(id, { keep: 'ours' }),
    resolve(id, { keep: 'theirs' }),
  ])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expect(await rowsOf('crm_conflicts')).toHaveLength(1)
})

test('the CRM’s value is refused if the field has changed since, and our value is not, because it overwrites nothing', async () => {
  const { id } = await createConflict()
  await addChange('B00000001', 'city', 'Apex')
  const refused = await resolve(id, { keep: 'theirs' })
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { error: 'City has since been changed here. Keep our value, or check the record first.' },
  ])
  expect(await rowsOf('crm_data_changes')).toHaveLength(2)
  expect((await conflicts()).conflicts).toMatchObject([{ ours: 'Raleigh', current: 'Apex' }])
  expect((await resolve(id, { keep: 'ours' })).statusCode).toBe(200)
})

test('a CRM value that was replaced since Ada looked is not accepted', async () => {
  const { id } = await createConflict()
  await importCrmCities(['B00000001', 'Apex'])
  expect((await resolve(id, { keep: 'theirs', theirs: 'Durham' })).statusCode).toBe(409)
  expect((await resolve(id, { keep: 'theirs', theirs: 'Apex' })).json()).toMatchObject({ current: 'Apex' })
})

test('an identifier that someone else has now is refused with their name', async () => {
  const change_id = await addChange('B00000001', 'contact_id', 'C-000000007')
  const { id: batch_id } = await importCrmCities(['B00000002', 'Cary'])
  await change('alumni', { buid: 'B00000002' }, { contact_id: 'C-000000001' })
  const id = await add('crm_conflicts', {
    batch_id,
    change_id,
    buid: 'B00000001',
    field: 'contact_id',
    ours: 'C-000000007',
    theirs: 'C-000000001',
  })
  const refused = await resolve(id, { keep: 'theirs' })
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { error: 'Contact ID C-000000001 now belongs to someone else.' },
  ])
  expect((await conflicts()).matching).toBe(1)
})

test('the CRM’s next file with our value resolves the conflict', async () => {
  const { id } = await createConflict('exported')
  await importCrmCities(['B00000001', 'Raleigh'])
  expect(await rowsOf('crm_conflicts')).toMatchObject([{ id, resolution: 'ours', resolved_by_id: null }])
  expect((await resolve(id, { keep: 'theirs' })).json()).toEqual({ error: 'This conflict is already resolved.' })
})

test.each([
  [{}, 400],
  [{ keep: 'mine' }, 400],
  [undefined, 400],
])('%j is not a valid resolution', async (body, status) => {
  const { id } = await createConflict()
  expect((await ada.post(`${conflictsUrl}/${id}`, body)).statusCode).toBe(status)
})

test('conflict 999 does not exist, nor does an invalid id', async () => {
  expect((await resolve(999, { keep: 'ours' })).statusCode).toBe(404)
  expect((await ada.post(`${conflictsUrl}/peggy`, { keep: 'ours' })).statusCode).toBe(404)
})

test('a form returns to the list', async () => {
  const { id } = await createConflict()
  const reply = await ada.submit(`${conflictsUrl}/${id}`, { keep: 'ours' })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, conflictsUrl])
})

test('a page has fifty conflicts, newest first', async () => {
  const { batch, id } = await createConflict()
  await remove('crm_conflicts', { id })
  for (let n = 1; n <= 51; n++)
    await add('crm_conflicts', {
      batch_id: batch.id,
      change_id: await addChange('B00000002', 'city', 'Cary'),
      buid: 'B00000002',
      field: 'city',
      ours: 'Cary',
      theirs: `Town ${n}`,
    })
  const [first, second] = [await conflicts(), await conflicts('?page=2')]
  expect([
    first.conflicts.length,
    first.pages,
    first.conflicts[0]!.theirs,
    second.conflicts.map(({ theirs }) => theirs),
  ]).toEqual([50, 2, 'Town 51', ['Town 1']])
})

test.each([
  ['viewer', 403],
  ['staff', 403],
  ['admin', 200],
] as const)('a %s gets %i for the list and the actions', async (role, status) => {
  const { id } = await createConflict()
  const person = await as(role)
  expect((await person.get(conflictsUrl)).statusCode).toBe(status)
  expect((await person.post(conflictsUrl, { keep: 'ours', ids: [999_999] })).statusCode).toBe(status)
  expect((await person.post(`${conflictsUrl}/${id}`, { keep: 'ours' })).statusCode).toBe(status)
})
