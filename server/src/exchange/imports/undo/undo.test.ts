import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { cancelActiveBatches } from '../testing/insert-batch.ts'
import { applyImport } from '../apply/apply.ts'
import { sweepImportFiles } from '../sweep.ts'
import { abortAfterChunks, buildImportStory, csv } from '../testing/import-story.ts'
import { addPeggyJoseAndSiobhan, recordsOf } from '../testing/records.ts'
import { runOn } from '../../../../testing/test-database.ts'

const story = await buildImportStory()
const { ada, as, db, importFile, undoImport, scanUndo, confirmBatch, startUndo, page, status, cancel } = story
const { alumnus, add, change, remove, rowsOf, historyOf } = recordsOf(story)

const written = [
  'crm_conflicts',
  'crm_data_changes',
  'champion_signups',
  'engagements',
  'educations',
  'employments',
  'alumni',
  'record_changes',
  'import_before_images',
]

beforeEach(async () => {
  await cancelActiveBatches(story)
  for (const table of written) await sql`delete from ${sql.table(table)}`.execute(db)
  await addPeggyJoseAndSiobhan(story)
})

const rowsOfUndo = async (batch: ImportStatusReply, query = '') => (await page(batch.type, batch.id, query)).rows!

test('Ada undoes an import of contacts: fields are restored, new people removed, and the history names the batch', async () => {
  const before = await rowsOf('alumni')
  const batch = await importFile(
    'contacts',
    csv('BUID,City,First Name', 'B00000001,Durham,Peggy', 'B00000009,Cary,Grace'),
  )
  expect(batch).toMatchObject({ undo: { refusal: null }, undoes: null, undone_by: null })
  const review = await scanUndo('contacts', batch.id)
  expect(review).toMatchObject({
    status: 'review',
    section: 'Review',
    counts: { rows: 2, new: 0, changed: 1, unchanged: 0, skipped: 0, removed: 1, warnings: 0, deletes: 0 },
    undoes: { id: batch.id, file_name: 'crm.csv', by: 'Ada Lindqvist' },
    undo: null,
  })
  expect(await rowsOfUndo(review)).toMatchObject([
    {
      key: 'B00000001',
      name: 'Peggy Jones',
      outcome: 'changed',
      changes: [{ field: 'city', before: 'Durham', after: null }],
    },
    { key: 'B00000009', name: 'Grace', outcome: 'removed', reason: null },
  ])
  expect((await rowsOf('alumni')).length).toBe(4)
  expect(await status('contacts', batch.id)).toMatchObject({ undone_by: { id: review.id, status: 'review' } })

  const results = await confirmBatch(review)
  expect(results).toMatchObject({ status: 'completed', results: review.counts })
  expect(await rowsOf('alumni')).toEqual(before)
  expect(await historyOf(results)).toEqual([
    { buid: 'B00000001', record: 'alumnus', action: 'changed', fields: { city: ['Durham', null] } },
    {
      buid: 'B00000009',
      record: 'alumnus',
      action: 'deleted',
      fields: { buid: ['B00000009', null], first_name: ['Grace', null], city: ['Cary', null] },
    },
  ])
  expect(await status('contacts', batch.id)).toMatchObject({
    undone_by: { id: results.id, status: 'completed' },
    undo: { until: null, refusal: 'Ada Lindqvist has already undone this import.' },
  })
})

test('values that were changed since stay, and are listed with who and when', async () => {
  const batch = await importFile(
    'contacts',
    csv('BUID,City,State', 'B00000001,Durham,NC', 'B00000002,Cary,NC', 'B00000009,Apex,NC'),
  )
  const edit = await ada.request({
    method: 'PATCH',
    url: '/alumni/B00000001/contact',
    payload: { city: 'Raleigh', seen: { city: 'Durham' } },
  })
  expect(edit.statusCode).toBe(200)
  const later = await importFile('contacts', csv('BUID,City,State', 'B00000002,Apex,VA', 'B00000009,Cary,NC'))
  const undo = await undoImport('contacts', batch.id)
  expect(undo.results).toMatchObject({ rows: 3, changed: 1, unchanged: 1, skipped: 1, removed: 0, warnings: 2 })
  const [first, second, third] = await rowsOfUndo(undo)
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date())
  expect(first).toMatchObject({
    outcome: 'changed',
    changes: [{ field: 'state', before: 'NC', after: null }],
    reason: `City was changed since by Ada Lindqvist on ${day} and is kept.`,
  })
  expect(second).toMatchObject({
    outcome: 'unchanged',
    reason: expect.stringContaining(
      `City was changed since by import ${later.id} of Ada Lindqvist on ${day}`,
    ) as string,
  })
  expect(third).toMatchObject({
    outcome: 'skipped',
    reason: `City was changed since by import ${later.id} of Ada Lindqvist on ${day}: the record stays.`,
  })
  expect(await alumnus('B00000001')).toMatchObject({ city: 'Raleigh', state: null })
  expect((await rowsOfUndo(undo, '?outcome=warnings')).map(({ key }) => key)).toEqual(['B00000001', 'B00000002'])
  const issues = await ada.get(undo.links.issues!)
  expect(issues.body.split('\r\n').slice(0, 2)).toEqual([
    '\ufeffkey,name,row,outcome,reason',
    `B00000001,Peggy Jones,1,restored,City was changed since by Ada Lindqvist on ${day.replace(/^/, '')} and is kept.`.replace(
      /(City.*)$/,
      '"$1"',
    ),
  ])
})

test('a new person with references stays, and the row says why', async () => {
  const batch = await importFile('contacts', csv('BUID,First Name', 'B00000008,Grace', 'B00000009,Ida'))
  await sql`insert into engagements (buid, activity_code, engagement_date) values ('B00000008', 'gift', now()), ('B00000008', 'gift', now())`.execute(
    db,
  )
  await importFile('educations', csv('BUID,Degree Code,Degree Date', 'B00000008,BA,2008-05-09'))
  await sql`insert into champion_signups (email, buid) values ('ida@example.org', 'B00000009')`.execute(db)
  const undo = await undoImport('contacts', batch.id)
  expect(await rowsOfUndo(undo)).toMatchObject([
    { outcome: 'skipped', reason: '1 education and 2 engagements are on file for this person: the record stays.' },
    { outcome: 'skipped', reason: '1 champion signup is on file for this person: the record stays.' },
  ])
  expect(await rowsOf('alumni')).toHaveLength(5)
})

test('an identifier that someone else has now is not restored', async () => {
  await change('alumni', { buid: 'B00000001' }, { contact_id: 'C-000000001' })
  const batch = await importFile('contacts', csv('BUID,Contact ID', 'B00000001,C-000000009'))
  await importFile('contacts', csv('BUID,Contact ID', 'B00000002,C-000000001'))
  const undo = await undoImport('contacts', batch.id)
  expect(await rowsOfUndo(undo)).toMatchObject([
    { outcome: 'skipped', reason: 'Contact ID cannot be restored: C-000000001 now belongs to B00000002.' },
  ])
})

test('employment records that a snapshot deleted are restored exactly, and newer ones stay', async () => {
  await importFile('employment', csv('BUID,Employer,Job Title', 'B00000001,Acme,Baker', 'B00000002,Zeta,Cook'))
  const readEmployments = () =>
    sql<{ row: unknown }>`select to_jsonb(e) as row from employments e order by id`.execute(db).then(({ rows }) => rows)
  const before = await readEmployments()
  const batch = await importFile('employment', csv('BUID,Employer', 'B00000003,Acme'))
  expect(batch.results).toMatchObject({ new: 1, deletes: 2 })
  await add('employments', { buid: 'B00000002', employer: 'Zeta' })
  const undo = await undoImport('employment', batch.id)
  expect(undo.results).toMatchObject({ rows: 3, new: 1, removed: 1, skipped: 1 })
  expect(await rowsOfUndo(undo, '?outcome=skipped')).toMatchObject([
    { name: 'José Álvarez', reason: 'A record of the same employer and start date has come on file since.' },
  ])
  await remove('employments', { employer: 'Zeta' })
  expect(await readEmployments()).toEqual(before.slice(0, 1))
  expect(await rowsOfUndo(undo, '?outcome=new')).toMatchObject([
    {
      key: 'B00000001 · Acme · ',
      name: 'Peggy Jones',
      changes: expect.arrayContaining([{ field: 'job_title', before: null, after: 'Baker' }]) as unknown,
    },
  ])
})

test('conflicts and verifications of an import are reverted, except those that have changed since', async () => {
  const exported = await add('crm_data_changes', {
    buid: 'B00000001',
    field: 'city',
    after: 'Raleigh',
    status: 'exported',
    made_by: 'Peggy',
  })
  await add('crm_data_changes', { buid: 'B00000002', field: 'city', after: 'Cary', made_by: 'José' })
  await add('crm_data_changes', { buid: 'B00000003', field: 'city', after: 'Apex', made_by: 'Siobhán' })
  const before = [await rowsOf('crm_data_changes'), await rowsOf('crm_conflicts'), await rowsOf('alumni')]
  const batch = await importFile(
    'contacts',
    csv('BUID,City', 'B00000001,Raleigh', 'B00000002,Durham', 'B00000003,Durham'),
  )
  expect(await rowsOf('crm_data_changes', { id: exported })).toMatchObject([{ status: 'verified' }])
  const conflicts = await rowsOf('crm_conflicts')
  expect(conflicts).toHaveLength(2)
  const review = await scanUndo('contacts', batch.id)
  const settled = await ada.post(`/settings/crm/conflicts/${Number(conflicts[1]!.id)}`, { keep: 'ours' })
  expect(settled.statusCode).toBeLessThan(300)
  const undo = await confirmBatch(review)
  expect(batch.results).toMatchObject({ changed: 1 })
  expect(undo.counts).toMatchObject({ rows: 4, exchange: 3 })
  expect(undo.results).toMatchObject({ rows: 4, changed: 3, unchanged: 1, warnings: 1, exchange: 3 })
  const changes = (await rowsOfUndo(undo, '?outcome=changed')).flatMap(({ changes }) => changes)
  expect(changes).toEqual([
    { field: 'city', before: 'Raleigh', after: null },
    { field: 'crm_change', before: 'City: Raleigh, verified', after: 'City: Raleigh, exported' },
    { field: 'crm_conflict', before: 'City: ours Cary, theirs Durham, open', after: null },
  ])
  expect(await rowsOfUndo(undo, '?outcome=unchanged')).toMatchObject([
    {
      name: "Siobhán O'Neil",
      reason: 'The CRM conflict about City has changed since and is kept.',
      difference: 'Reviewed as to be restored; the data changed in the meantime, so it was left as it is.',
    },
  ])
  expect([await rowsOf('crm_data_changes'), await rowsOf('alumni')]).toEqual([before[0], before[2]])
  expect(await rowsOf('crm_conflicts')).toMatchObject([{ id: conflicts[1]!.id, resolution: 'ours' }])
})

test('importing the file again reverts the undo', async () => {
  const file = csv('BUID,City,First Name', 'B00000001,Durham,Margaret', 'B00000009,Cary,Grace')
  const readAlumniWithoutIds = async () => (await rowsOf('alumni')).map(({ id: _, ...fields }) => fields)
  const first = await importFile('contacts', file)
  const after = await readAlumniWithoutIds()
  await undoImport('contacts', first.id)
  const again = await importFile('contacts', file)
  expect(again.results).toEqual(first.results)
  expect(await readAlumniWithoutIds()).toEqual(after)
})

test('a change that arrived with the file is not restored if its field was changed for the CRM since', async () => {
  const arrived = { buid: 'B00000001', field: 'city', after: 'Raleigh', made_by: 'Peggy' }
  await add('crm_data_changes', arrived)
  const batch = await importFile('contacts', csv('BUID,City', 'B00000001,Raleigh'))
  expect(await rowsOf('crm_data_changes', { status: 'pending' })).toEqual([])
  await add('crm_data_changes', { ...arrived, after: 'Apex' })
  const undo = await undoImport('contacts', batch.id)
  expect((await rowsOfUndo(undo)).map(({ reason }) => reason)).toContain(
    'City has been changed for the CRM again since, so this change is kept as it is.',
  )
  expect(await rowsOf('crm_data_changes', { status: 'pending' })).toMatchObject([{ after: 'Apex' }])
})

test('a record that PostgreSQL refuses is left, and everything else is restored', async () => {
  const batch = await importFile('contacts', csv('BUID,City', 'B00000001,Durham', 'B00000002,Cary', 'B00000003,Apex'))
  await runOn(
    story.database.owner,
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception using errcode = '23514'; end $$;
     create trigger refuse before update on alumni for each row when (old.buid = 'B00000002') execute function refuse()`,
  )
  const undo = await undoImport('contacts', batch.id)
  await runOn(story.database.owner, 'drop trigger refuse on alumni')
  expect(undo.results).toMatchObject({ changed: 2, skipped: 1 })
  expect(await rowsOfUndo(undo, '?outcome=skipped')).toMatchObject([
    { key: 'B00000002', reason: 'Another record on file prevents restoring what was there before.' },
  ])
  expect((await rowsOf('alumni')).map(({ city }) => city).sort()).toEqual(['Cary', null, null])
})

test('a requested undo is scanned by the worker and is in the audit log', async () => {
  const batch = await importFile('contacts', csv('BUID,City', 'B00000001,Durham'))
  const { id } = (await startUndo('contacts', batch.id)).json<ImportStatusReply>()
  const last = async (query: string) => (await db.entities.execute<object[]>(`${query} order by id desc limit 1`))[0]
  expect(await last('select name, data from job_outbox')).toEqual({
    name: 'scan-import',
    data: { type: 'contacts', id },
  })
  expect(await last('select staff_user_id, action, subject, detail from audit_entries')).toEqual({
    staff_user_id: ada.user!.id,
    action: 'import.undo-started',
    subject: `contacts/${batch.id}`,
    detail: { undo: `contacts/${id}` },
  })
  await cancel('contacts', id)
})

test('values that were restored by hand before need no change', async () => {
  const batch = await importFile('contacts', csv('BUID,City', 'B00000001,Durham', 'B00000002,Cary'))
  await change('alumni', { buid: 'B00000001' }, { city: null })
  await remove('alumni', { buid: 'B00000002' })
  const undo = await undoImport('contacts', batch.id)
  expect(await rowsOfUndo(undo)).toMatchObject([
    { outcome: 'unchanged', reason: null },
    { outcome: 'unchanged', reason: 'The record is no longer on file.' },
  ])
})

test('an import that was canceled halfway is undone as far as it came, and so is an undo', async () => {
  const buids = Array.from({ length: 1200 }, (_, n) => `B1${String(n).padStart(7, '0')}`)
  const review = await story.scanFile('contacts', csv('BUID,City', ...buids.map((buid) => `${buid},Durham`)))
  await story.commit('contacts', review.id)
  await applyImport(story.context, { type: 'contacts', id: review.id }, abortAfterChunks(2))
  await cancel('contacts', review.id)
  expect(await rowsOf('alumni')).toHaveLength(1003)
  const undo = await scanUndo('contacts', review.id)
  expect(undo.counts).toMatchObject({ rows: 1000, removed: 1000 })
  await story.commit('contacts', undo.id, 1000)
  await applyImport(story.context, { type: 'contacts', id: undo.id }, abortAfterChunks(1))
  expect(await status('contacts', undo.id)).toMatchObject({ status: 'running', progress: { done: 500, total: 1000 } })
  await cancel('contacts', undo.id)
  expect(await rowsOf('alumni')).toHaveLength(503)
  expect(await status('contacts', review.id)).toMatchObject({
    undone_by: { id: undo.id, status: 'cancelled' },
    undo: { refusal: null },
  })
  const second = await undoImport('contacts', review.id)
  expect(second.results).toMatchObject({ rows: 1000, removed: 500, unchanged: 500, warnings: 0 })
  expect(await rowsOf('alumni')).toHaveLength(3)
})

test('a reference added between review and commit keeps the record, and its row says so', async () => {
  const batch = await importFile('contacts', csv('BUID,City', 'B00000008,Durham', 'B00000009,Durham'))
  const review = await scanUndo('contacts', batch.id)
  await sql`insert into engagements (buid, activity_code, engagement_date) values ('B00000009', 'gift', now())`.execute(
    db,
  )
  const undo = await confirmBatch(review)
  expect(undo).toMatchObject({ counts: { removed: 2 }, results: { removed: 1, skipped: 1 } })
  expect(await rowsOfUndo(undo)).toMatchObject([
    { outcome: 'removed' },
    {
      outcome: 'skipped',
      reason: '1 engagement is on file for this person: the record stays.',
      difference: 'Reviewed as to be removed; the data changed in the meantime, so it was left as it is.',
    },
  ])
})

test('earlier values are deleted after 30 days, but not during an undo', async () => {
  await importFile('employment', csv('BUID,Employer', 'B00000001,Acme'))
  const batch = await importFile('employment', csv('BUID,Employer', 'B00000002,Zeta'))
  const images = async () => (await sql`select from import_before_images`.execute(db)).rows.length
  const undo = await scanUndo('employment', batch.id)
  await sql`update employment_import_batches set finished_at = now() - interval '31 days' where finished_at is not null`.execute(
    db,
  )
  await sweepImportFiles(story.context)
  expect(await images()).toBe(1)
  await confirmBatch(undo)
  expect(await rowsOf('employments')).toMatchObject([{ employer: 'Acme' }])
  await sweepImportFiles(story.context)
  expect(await images()).toBe(0)
  expect((await page('employment', undo.id)).rows).toHaveLength(2)
})

test('one of two people who press Undo at once succeeds, and the other is led to it', async () => {
  const batch = await importFile('contacts', csv('BUID,City', 'B00000001,Durham'))
  const other = await as('admin')
  const replies = await Promise.all([
    startUndo('contacts', batch.id),
    other.post(`/settings/imports/contacts/batches/${batch.id}/undo`),
  ])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  const won = replies.find(({ statusCode }) => statusCode === 201)!.json<ImportStatusReply>()
  expect(replies.find(({ statusCode }) => statusCode === 409)!.json()).toEqual({
    error: expect.stringMatching(
      / is undoing import \d+, which is not finished\. Undo it or cancel that first\.$/,
    ) as string,
    links: { self: won.links.self },
  })
  await cancel('contacts', won.id)
})

test('an undo is refused with a link while another import of the type is open, and vice versa', async () => {
  const batch = await importFile('contacts', csv('BUID,City', 'B00000001,Durham'))
  const waiting = await story.scanFile('contacts', csv('BUID,City', 'B00000001,Apex'))
  const refused = await startUndo('contacts', batch.id)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { error: expect.stringContaining('uploaded “crm.csv”') as string, links: { self: waiting.links.self } },
  ])
  await cancel('contacts', waiting.id)
  const undo = await scanUndo('contacts', batch.id)
  const upload = await story.upload('contacts', csv('BUID,City', 'B00000001,Apex'))
  expect([upload.statusCode, upload.json()]).toMatchObject([409, { links: { self: undo.links.self } }])
  await cancel('contacts', undo.id)
  expect(await status('contacts', batch.id)).toMatchObject({ undone_by: null, undo: { refusal: null } })
})

test('removing people requires repeating their number', async () => {
  const batch = await importFile('contacts', csv('BUID,City', 'B00000009,Durham'))
  const undo = await scanUndo('contacts', batch.id)
  const refused = await ada.post(undo.links.commit)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    { error: 'This undo removes 1 contact. Confirm it by typing that number.' },
  ])
  expect((await ada.post(undo.links.commit, { confirm_deletes: 2 })).statusCode).toBe(409)
  await confirmBatch(undo)
  expect(await alumnus('B00000009')).toBeUndefined()
})

test.each([
  [
    'after 30 days',
    sql`finished_at = now() - interval '31 days'`,
    'This import can no longer be undone: previous values are stored for 30 days.',
  ],
  [
    'if it ran before undo existed',
    sql`keeps_before_images = false`,
    'This import cannot be undone: it ran before v0.6.0, when previous values were not yet saved.',
  ],
])('an import cannot be undone %s, and its page says why', async (_, aged, message) => {
  const batch = await importFile('contacts', csv('BUID,City', 'B00000001,Durham'))
  await sql`update contact_import_batches set ${aged} where id = ${batch.id}`.execute(db)
  expect(await status('contacts', batch.id)).toMatchObject({ undo: { until: null, refusal: message } })
  const refused = await startUndo('contacts', batch.id)
  expect([refused.statusCode, refused.json()]).toEqual([409, { error: message }])
})

test('an undo, and an import without changes, cannot be undone', async () => {
  const batch = await importFile('contacts', csv('BUID,City', 'B00000001,Durham'))
  const undo = await undoImport('contacts', batch.id)
  const unwritten = await story.scanFile('contacts', csv('BUID,City', 'B00000001,Durham'))
  await cancel('contacts', unwritten.id)
  for (const { id } of [undo, unwritten]) {
    expect(await status('contacts', id)).toMatchObject({ undo: null })
    expect((await startUndo('contacts', id)).json()).toEqual({ error: 'This import has nothing to undo.' })
  }
})
