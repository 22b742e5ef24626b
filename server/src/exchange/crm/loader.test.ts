import { alumnusFields, contactFields } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ExportBatch } from '@alumni/shared/exchange/crm'
import { addChecksum } from '@alumni/shared/exchange/crm-id'
import { csv } from '../imports/testing/import-story.ts'
import { buildLoaderColumns, defaultColumns } from './loader-rows.ts'
import { buildCrmStory, changesUrl } from './testing/crm-story.ts'

const story = await buildCrmStory({ env: { CRM_COLUMNS: 'do_not_contact=hed__Do_Not_Contact__c' } })
const { ada, as, change, addChange, importCrmCities, db, forgetCrm, rowsOf } = story
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
const statuses = async () => (await rowsOf('crm_data_changes')).map(({ field, status }) => [field, status])

test('the loader’s file has a row for each contact, the CRM’s ids and columns, and only the changed values', async () => {
  await addChange('B00000001', 'city', 'Raleigh')
  await addChange('B00000001', 'mobile_phone', '+1 617 555 0101')
  await addChange('B00000002', 'street', null)
  await addChange('B00000002', 'do_not_contact', 'true')
  const reply = await ada.get((await exportAll(4)).links.loader_csv!)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/filename="crm-loader-\d+\.csv"$/) as string,
  })
  // The CRM would store a byte order mark or an escaped plus sign.
  expect(reply.body).toBe(
    [
      'Id,MobilePhone,MailingStreet,MailingCity,hed__Do_Not_Contact__c',
      `${addChecksum(jose)},,#N/A,,true`,
      `${addChecksum(peggy)},+1 617 555 0101,,Raleigh,`,
      '',
    ].join('\r\n'),
  )
})

test('formulas are escaped, phone numbers are not, and the CRM’s file with the result confirms the change', async () => {
  await change('alumni', { buid: 'B00000001' }, { city: '=HYPERLINK("http://x"), @home' })
  await addChange('B00000001', 'city', '=HYPERLINK("http://x"), @home')
  await addChange('B00000001', 'last_name', '\u200b+1-1')
  await addChange('B00000001', 'mobile_phone', '+1 617 555 0101')
  const [header, row] = (await loaderFile(await exportAll(3))).split('\r\n')
  expect(header).toBe('Id,LastName,MobilePhone,MailingCity')
  expect(row).toBe(`${addChecksum(peggy)},'\u200b+1-1,+1 617 555 0101,"'=HYPERLINK(""http://x""), @home"`)
  await importCrmCities(['B00000001', `"'=HYPERLINK(""http://x""), @home"`])
  expect((await statuses()).filter(([, status]) => status === 'verified')).toEqual([['city', 'verified']])
})

test('two alumni with one CRM contact are one row, with the later change', async () => {
  await change('alumni', { buid: 'B00000002' }, { crm_id: peggy })
  await addChange('B00000001', 'city', 'Raleigh')
  await addChange('B00000002', 'city', 'Cary')
  expect((await loaderFile(await exportAll(2))).split('\r\n')).toEqual([
    'Id,MailingCity',
    `${addChecksum(peggy)},Cary`,
    '',
  ])
})

test('confirmed changes are not in the file, and an undone export has no file', async () => {
  await addChange('B00000001', 'city', 'Raleigh')
  await addChange('B00000002', 'city', 'Cary')
  const batch = await exportAll(2)
  await importCrmCities(['B00000001', 'Raleigh'])
  expect(await loaderFile(batch)).toBe(`Id,MailingCity\r\n${addChecksum(jose)},Cary\r\n`)
  await ada.post(batch.links.undo!)
  expect((await ada.get(batch.links.loader_csv!)).statusCode).toBe(409)
})

test('the file of 1,201 contacts is complete', async () => {
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

test('every editable field has its own column, which our import recognizes', async () => {
  const columns = Object.values(buildLoaderColumns(new Map()))
  expect(new Set(columns).size).toBe(columns.length)
  expect(contactFields.filter((field) => !defaultColumns[field])).toEqual([])
  const identifiers = ['buid', 'contact_id', 'crm_id']
  expect(Object.keys(defaultColumns)).toEqual(alumnusFields.filter((field) => !identifiers.includes(field)))
  const file = [
    ['BUID', ...columns],
    ['B00000001', ...columns.map(() => '')],
  ].map((cells) => cells.join(','))
  const batch = await story.scanFile('contacts', csv(...file))
  expect(batch.unknown_columns).toEqual([])
  expect(batch.columns.map(({ field }) => field)).toEqual(['buid', ...Object.keys(defaultColumns)])
  await story.cancel('contacts', batch.id)
})

test('a column for an unknown field prevents the start, and the message lists the fields', () => {
  expect(() => buildLoaderColumns(new Map([['shoe_size', 'X__c']]))).toThrow(
    /CRM_COLUMNS names shoe_size; the fields are prefix, /,
  )
})

test('a staff member may not download', async () => {
  const stan = await as('staff')
  expect((await stan.get(`${changesUrl}/export_batches/1/loader.csv`)).statusCode).toBe(403)
})
