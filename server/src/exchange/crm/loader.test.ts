import { alumnusFields, contactFields } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CrmChangesPage, ExportBatch, LoaderResultsReply } from '@alumni/shared/exchange/crm'
import { withChecksum } from '@alumni/shared/exchange/crm-id'
import type { FieldEdit } from '../../alumni/index.ts'
import { transact } from '../../foundations/database/db.ts'
import { csv, multipart } from '../imports/testing/import-story.ts'
import { queueChange } from './queue-change.ts'
import { loaderColumns, usualColumns } from './loader-rows.ts'
import { buildCrmStory, changesUrl } from './testing/crm-story.ts'

const story = await buildCrmStory({ env: { MAX_UPLOAD_MB: '1', CRM_COLUMNS: 'do_not_contact=hed__Do_Not_Contact__c' } })
const { ada, as, change, changed, changes, crmSays, db, forgetCrm, rowsOf } = story
const [peggy, jose] = ['0035e000001AbCd', '0035e000001ABCD']

beforeEach(async () => {
  await forgetCrm()
  await sql`delete from crm_data_export_batches`.execute(db)
  await change('alumni', { buid: 'B00000001' }, { crm_id: peggy, city: 'Raleigh', mobile_phone: '+1 617 555 0101' })
  await change('alumni', { buid: 'B00000002' }, { crm_id: jose, city: 'Cary' })
})

const exportAll = async (confirm_count: number) =>
  (await ada.post(`${changesUrl}/export`, { confirm_count })).json<{ export_batch: ExportBatch }>().export_batch
const loaderFile = async ({ links }: ExportBatch) => (await ada.get(links.loader_csv!)).body
const loaderSays = ({ id }: Pick<ExportBatch, 'id'>, file: string | Buffer, name = 'error112226.csv') =>
  ada.request({
    method: 'POST',
    url: `${changesUrl}/export_batches/${id}/loader_results`,
    ...multipart(file, name),
  })
const outcome = async (batch: Pick<ExportBatch, 'id'>, ...lines: string[]) =>
  (await loaderSays(batch, csv(...lines), 'crm.csv')).json<LoaderResultsReply>()
const statuses = async () =>
  (await rowsOf('crm_data_changes')).map(({ field, status, rejection }) => [field, status, rejection])

test('the loader’s file has a row per contact, its own ids and columns, and only what was changed', async () => {
  await changed('B00000001', 'city', 'Raleigh')
  await changed('B00000001', 'mobile_phone', '+1 617 555 0101')
  await changed('B00000002', 'street', null)
  await changed('B00000002', 'do_not_contact', 'true')
  const reply = await ada.get((await exportAll(4)).links.loader_csv!)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/filename="crm-loader-\d+\.csv"$/) as string,
  })
  // No mark before it and nothing put before a plus: what the loader reads is what the CRM stores.
  expect(reply.body).toBe(
    [
      'Id,MobilePhone,MailingStreet,MailingCity,hed__Do_Not_Contact__c',
      `${withChecksum(jose)},,#N/A,,true`,
      `${withChecksum(peggy)},+1 617 555 0101,,Raleigh,`,
      '',
    ].join('\r\n'),
  )
})

test('text that a spreadsheet would run is defused, a phone number is not; the CRM’s file with it confirms the change', async () => {
  await change('alumni', { buid: 'B00000001' }, { city: '=HYPERLINK("http://x"), @home' })
  await changed('B00000001', 'city', '=HYPERLINK("http://x"), @home')
  await changed('B00000001', 'last_name', '\u200b+1-1')
  await changed('B00000001', 'mobile_phone', '+1 617 555 0101')
  const [header, row] = (await loaderFile(await exportAll(3))).split('\r\n')
  expect(header).toBe('Id,LastName,MobilePhone,MailingCity')
  expect(row).toBe(`${withChecksum(peggy)},'\u200b+1-1,+1 617 555 0101,"'=HYPERLINK(""http://x""), @home"`)
  await crmSays(['B00000001', `"'=HYPERLINK(""http://x""), @home"`])
  expect((await statuses()).filter(([, status]) => status === 'verified')).toEqual([['city', 'verified', null]])
})

test('two alumni who are one contact of the CRM are one row, and the later change counts', async () => {
  await change('alumni', { buid: 'B00000002' }, { crm_id: peggy })
  await changed('B00000001', 'city', 'Raleigh')
  await changed('B00000002', 'city', 'Cary')
  expect((await loaderFile(await exportAll(2))).split('\r\n')).toEqual([
    'Id,MailingCity',
    `${withChecksum(peggy)},Cary`,
    '',
  ])
})

test('what the CRM has confirmed is not loaded again, and an undone export has no file', async () => {
  await changed('B00000001', 'city', 'Raleigh')
  await changed('B00000002', 'city', 'Cary')
  const batch = await exportAll(2)
  await crmSays(['B00000001', 'Raleigh'])
  expect(await loaderFile(batch)).toBe(`Id,MailingCity\r\n${withChecksum(jose)},Cary\r\n`)
  await ada.post(batch.links.undo!)
  expect((await ada.get(batch.links.loader_csv!)).statusCode).toBe(409)
})

test('the file of 1,201 contacts is whole', async () => {
  await sql`
    insert into alumni (buid, crm_id) select 'B9' || lpad(n::text, 7, '0'), '0035e00000' || lpad(n::text, 5, '0') from generate_series(1, 1201) n
  `.execute(db)
  await sql`
    insert into crm_data_changes (buid, field, after, made_by) select buid, 'city', 'Town', 'Peggy' from alumni where buid like 'B9%'
  `.execute(db)
  const lines = (await loaderFile(await exportAll(1201))).trim().split('\r\n')
  expect(new Set(lines).size).toBe(1202)
  expect(lines.slice(1).toSorted()).toEqual(lines.slice(1))
})

test('every field that can be edited has a column of its own, which our own import knows again', async () => {
  const columns = Object.values(loaderColumns(new Map()))
  expect(new Set(columns).size).toBe(columns.length)
  expect(contactFields.filter((field) => !usualColumns[field])).toEqual([])
  const identifiers = ['buid', 'contact_id', 'crm_id']
  expect(Object.keys(usualColumns)).toEqual(alumnusFields.filter((field) => !identifiers.includes(field)))
  const file = [
    ['BUID', ...columns],
    ['B00000001', ...columns.map(() => '')],
  ].map((cells) => cells.join(','))
  const batch = await story.scanned('contacts', csv(...file))
  expect(batch.unknown_columns).toEqual([])
  expect(batch.columns.map(({ field }) => field)).toEqual(['buid', ...Object.keys(usualColumns)])
  await story.cancel('contacts', batch.id)
})

test('a column that an institution names for a field that is none stops the start, with the fields that are', () => {
  expect(() => loaderColumns(new Map([['shoe_size', 'X__c']]))).toThrow(
    /CRM_COLUMNS names shoe_size; the fields are prefix, /,
  )
})

test('whom the loader has refused is pending again with its reason, until exported again or edited', async () => {
  await changed('B00000001', 'city', 'Raleigh')
  await changed('B00000001', 'mobile_phone', '+1 617 555 0101')
  await changed('B00000002', 'city', 'Cary')
  const batch = await exportAll(3)
  const file = csv(
    'ID,MobilePhone,MailingCity,ERROR',
    `${withChecksum(peggy)},+1 617,Raleigh,"STRING_TOO_LONG:data value too\nlarge"`,
  )
  const reply = await loaderSays(batch, file)
  expect(reply.json()).toMatchObject({
    kind: 'errors',
    file_name: 'error112226.csv',
    contacts: 1,
    returned: 2,
    withdrawn: 0,
    unmatched: [],
    export_batch: { id: batch.id, changes: 3, waiting: 1 },
  })
  const reason = 'STRING_TOO_LONG:data value too large'
  expect(await statuses()).toEqual([
    ['city', 'pending', reason],
    ['mobile_phone', 'pending', reason],
    ['city', 'exported', null],
  ])
  expect((await changes()).changes).toMatchObject([{ rejection: reason }, { rejection: reason }])
  expect(await outcome(batch, ...file.split('\n'))).toMatchObject({
    returned: 0,
    unmatched: [{ line: 2, crm_id: peggy, problem: 'Their changes are already pending again.' }],
  })
  await ada.request({
    method: 'PATCH',
    url: '/alumni/B00000001/contact',
    payload: { city: 'Apex', seen: { city: 'Raleigh' } },
  })
  expect((await statuses())[0]).toEqual(['city', 'pending', null])
  await exportAll(2)
  expect(await statuses()).toEqual([
    ['city', 'exported', null],
    ['mobile_phone', 'exported', null],
    ['city', 'exported', null],
  ])
})

test('what the CRM has confirmed meanwhile stays verified, and a newer edit goes on in its place', async () => {
  await changed('B00000001', 'city', 'Raleigh')
  await changed('B00000002', 'city', 'Cary')
  const batch = await exportAll(2)
  await crmSays(['B00000001', 'Raleigh'])
  await changed('B00000002', 'city', 'Apex', { before: 'Cary' })
  const reply = await outcome(batch, 'Id,ERROR', `${peggy},no`, `${withChecksum(jose)},no`)
  expect(reply).toMatchObject({ contacts: 2, returned: 0, withdrawn: 1, unmatched: [] })
  expect(await rowsOf('crm_data_changes')).toMatchObject([
    { status: 'verified', after: 'Raleigh' },
    { status: 'pending', before: 'Durham', after: 'Apex', rejection: null },
  ])
})

describe('what the loader has refused stays out of the next export', () => {
  const shown = async (query = '') => {
    const page = await changes(query)
    return { page, all: page.shown!.all.count, loadable: page.shown!.loadable.count, left_out: page.left_out }
  }
  const edited = (edit: FieldEdit) => transact(db, (db) => queueChange(db, edit, { id: null, name: 'Stan Okafor' }))
  const exportShown = async ({ shown }: CrmChangesPage, filter = {}) =>
    (await ada.post(`${changesUrl}/export`, { shown, filter, confirm_count: shown!.all.count })).statusCode

  beforeEach(async () => {
    await changed('B00000001', 'city', 'Raleigh')
    await changed('B00000001', 'mobile_phone', '+1 617 555 0101')
    await changed('B00000002', 'city', 'Cary')
    await outcome(await exportAll(3), 'Id,ERROR', `${peggy},STRING_TOO_LONG:City --`, `${jose},UNABLE_TO_LOCK_ROW:busy`)
  })

  test('it is on the page with its reason; only what was refused for a moment goes out again', async () => {
    const { page, ...counts } = await shown()
    expect([page.matching, counts]).toEqual([3, { all: 1, loadable: 1, left_out: 2 }])
    expect(await exportShown(page)).toBe(201)
    expect((await statuses()).map(([field, status]) => [field, status])).toEqual([
      ['city', 'pending'],
      ['mobile_phone', 'pending'],
      ['city', 'exported'],
    ])
    expect(await shown()).toMatchObject({ all: 0, left_out: 2 })
  })

  test('Stan edits the city, and all of the contact goes: the loader takes or refuses a contact as a whole', async () => {
    await edited({ buid: 'B00000001', field: 'city', before: 'Raleigh', after: 'Apex' })
    const { page, ...counts } = await shown()
    expect(counts).toEqual({ all: 3, loadable: 3, left_out: 0 })
    expect(await exportShown(page)).toBe(201)
  })

  test('Stan withdraws the city, and the phone goes', async () => {
    const [city] = (await changes('?q=B00000001')).changes.filter(({ field }) => field === 'city')
    await ada.post(`${changesUrl}/withdrawals`, { changes: [{ id: city!.id, after: 'Raleigh' }] })
    expect(await shown('?q=B00000001')).toMatchObject({ all: 1, left_out: 0 })
  })

  test('Stan edits another field, and the refused ones stay', async () => {
    await edited({ buid: 'B00000001', field: 'street', before: null, after: '1 Main Street' })
    expect(await shown('?q=B00000001')).toMatchObject({ all: 1, left_out: 2 })
  })

  test('Ada has mended the CRM: she looks at the refused ones alone, and sends them as they are', async () => {
    const { page, ...counts } = await shown('?refused=only')
    expect([page.matching, counts]).toEqual([2, { all: 2, loadable: 2, left_out: 0 }])
    expect(await exportShown(page, { refused: 'only' })).toBe(201)
    expect((await statuses()).slice(0, 2)).toEqual([
      ['city', 'exported', null],
      ['mobile_phone', 'exported', null],
    ])
  })
})

test('rows that match nothing are listed, and harm nobody', async () => {
  await changed('B00000001', 'city', 'Raleigh')
  const batch = await exportAll(1)
  const reply = await outcome(
    batch,
    'Id,ERROR',
    `${peggy.toLowerCase()},no`,
    'Peggy,no',
    `${jose},no`,
    `"${withChecksum(peggy)}",`,
  )
  expect(reply).toMatchObject({
    contacts: 3,
    returned: 1,
    unmatched_count: 3,
    unmatched: [
      { line: 2, problem: 'No alumnus has this CRM ID.' },
      { line: 3, crm_id: 'Peggy', problem: 'This is not the Id of a contact.' },
      { line: 4, crm_id: jose, problem: 'No change of theirs in this export waits for the CRM.' },
    ],
  })
  expect(await statuses()).toEqual([['city', 'pending', 'The loader gave no reason.']])
})

test('the file of successes changes nothing and says so', async () => {
  await changed('B00000001', 'city', 'Raleigh')
  const batch = await exportAll(1)
  expect(await outcome(batch, 'ID,MailingCity,STATUS', `${withChecksum(peggy)},Raleigh,Item Updated`)).toMatchObject({
    kind: 'successes',
    taken: 1,
    returned: 0,
    unmatched: [],
  })
  expect(await statuses()).toEqual([['city', 'exported', null]])
})

test.each([
  ['is empty', '', 422, 'The file is empty.'],
  ['is a workbook', Buffer.from('PK\u0003\u0004 and more'), 422, /Excel workbook/],
  ['is another list', csv('Id,City', `${peggy},Raleigh`), 422, /no ERROR or STATUS column/],
  ['has no ids', csv('City,ERROR', 'Raleigh,no'), 422, 'The file has no Id column, which identifies the contacts.'],
  [
    'never closes a quotation mark',
    'Id,ERROR\n1,"no\n2,no\n',
    422,
    'A quotation mark in line 2 opens and never closes.',
  ],
  [
    'is larger than the limit',
    `Id,ERROR\n${`${peggy},no\n`.repeat(60_000)}`,
    413,
    /^The file is larger than 1 MB\. Split it/,
  ],
])('a file that %s is refused with a sentence, and nothing moves', async (_, file, status, sentence) => {
  await changed('B00000001', 'city', 'Raleigh')
  const reply = await loaderSays(await exportAll(1), file)
  expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([
    status,
    typeof sentence === 'string' ? sentence : (expect.stringMatching(sentence) as string),
  ])
  expect(await statuses()).toEqual([['city', 'exported', null]])
})

test('an undone export takes no file, export 999 is none, and what is no form is refused', async () => {
  await changed('B00000001', 'city', 'Raleigh')
  const batch = await exportAll(1)
  await ada.post(batch.links.undo!)
  const reply = await loaderSays(batch, csv('Id,ERROR', `${peggy},no`))
  expect([reply.statusCode, reply.json()]).toEqual([409, { error: 'Ada Lindqvist has already undone this export.' }])
  expect((await loaderSays({ id: 999 }, csv('Id,ERROR', `${peggy},no`))).statusCode).toBe(404)
  expect((await ada.post(`${changesUrl}/export_batches/${batch.id}/loader_results`, {})).statusCode).toBe(415)
})

test('of an undo and the loader’s file at the same moment one is told, and each change is pending once', async () => {
  await changed('B00000001', 'city', 'Raleigh')
  const batch = await exportAll(1)
  const replies = await Promise.all([ada.post(batch.links.undo!), loaderSays(batch, csv('Id,ERROR', `${peggy},no`))])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, expect.toBeOneOf([200, 409])])
  expect((await statuses()).map(([, status]) => status)).toEqual(['pending'])
})

test('what came of a file stands in the audit entries, by numbers', async () => {
  await changed('B00000001', 'city', 'Raleigh')
  const batch = await exportAll(1)
  await outcome(batch, 'Id,ERROR', `${peggy},no`)
  const { rows } = await sql<{ detail: object }>`
    select detail from audit_entries where action = 'crm-changes.loader-errors' and subject = ${`crm-export-batches/${batch.id}`}
  `.execute(db)
  expect(rows).toMatchObject([{ detail: { file_name: 'crm.csv', contacts: 1, returned: 1, unmatched_count: 0 } }])
})

test('a staff member may neither download nor upload', async () => {
  const stan = await as('staff')
  expect((await stan.get(`${changesUrl}/export_batches/1/loader.csv`)).statusCode).toBe(403)
  expect((await stan.post(`${changesUrl}/export_batches/1/loader_results`)).statusCode).toBe(403)
})
