import {
  exportColumnNames,
  exportColumns,
  leftOutMark,
  exportPresets,
  optedOutChoices,
} from '@alumni/shared/alumni/export'
import type { ImportType } from '@alumni/shared/exchange/imports'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadDemoData } from '../../../../demo/load-demo-data.ts'
import { isSoak } from '../../../../testing/soak.ts'
import { cancelActiveBatches } from '../testing/insert-batch.ts'
import { buildImportStory, csv } from '../testing/import-story.ts'
import { recordsOf } from '../testing/records.ts'

const story = await buildImportStory()
const { ada, db, scanFile, importFile, upload, page, database } = story
const { alumnus, change } = recordsOf(story)
const [jose, margaret] = ['B00000001', 'B00000004']

const people = 200
const columns = isSoak ? exportColumnNames : exportColumnNames.filter((_, index) => index % 4 === 0)
beforeAll(() => loadDemoData(database.owner, { alumni: people, engagements: 200, seed: 33, until: '2026-11-20' }))
afterEach(() => cancelActiveBatches(story))

const everyone = { rows: people, new: 0, changed: 0, unchanged: people, skipped: 0, warnings: 0, deletes: 0 }
const exportAlumni = async (query: string) => {
  const reply = await ada.get(`/alumni_search.csv?${query}`)
  expect(reply.statusCode).toBe(200)
  return reply.body
}
const toEarlierExport = (file: string) => file.replace('Greeting', 'Salutation').replaceAll(leftOutMark, '')
const scannedAsContacts = async (file: string) => {
  const batch = await scanFile('contacts', file)
  await cancelActiveBatches(story)
  return batch
}

describe('the list of all alumni, uploaded again,', () => {
  test.each(optedOutChoices)('changes nothing with every column, opted_out=%s', async (choice) => {
    const file = await exportAlumni(`opted_out=${choice}`)
    const rows = file.trim().split('\r\n').length - 1
    expect(rows).toBeGreaterThan(100)
    for (const each of [file, toEarlierExport(file)]) {
      const { counts, findings, unknown_columns } = await scannedAsContacts(each)
      expect({ counts, unknown_columns }).toEqual({
        counts: { ...everyone, rows: counts!.rows, unchanged: counts!.rows },
        unknown_columns: [],
      })
      expect(findings).toMatchObject({ own_list: true, ruined_cells: 0 })
    }
  })

  test.each([exportPresets.mailing.columns, ...columns.map((name) => ['buid', name] as const)])(
    'changes nothing with the columns %s, %s …',
    async (...columns) => {
      const file = await exportAlumni(`columns=${columns.join()}`)
      expect((await scannedAsContacts(file)).counts).toEqual(everyone)
    },
  )

  test('resolves no change that waits for the CRM', async () => {
    const changes = () =>
      db.selectFrom('crm_data_changes').select(['id', 'status', 'verified_at']).orderBy('id').execute()
    const before = await changes()
    expect(before).toContainEqual(expect.objectContaining({ status: 'pending' }))
    expect(await importFile('contacts', await exportAlumni(''))).toMatchObject({ results: everyone, conflicts: 0 })
    expect(await changes()).toEqual(before)
  })

  test('never has a greeting read as a prefix, in files of v0.10.0 with any columns', async () => {
    for (const name of columns.filter((name) => name !== 'salutation')) {
      const { columns } = await scannedAsContacts(
        toEarlierExport(await exportAlumni(`columns=buid,salutation,${name}`)),
      )
      expect(columns.map(({ field }) => field)).not.toContain('prefix')
    }
  })
})

test('each column of an export is imported as the field that it was exported from', async () => {
  const { columns } = await scannedAsContacts(await exportAlumni('opted_out=with_contact'))
  const fields = Object.fromEntries(columns.map(({ header, field }) => [header, field]))
  const person = (await alumnus(margaret))!
  const [header, ...rows] = (await exportAlumni(`opted_out=with_contact&q=${margaret}`)).trim().split('\r\n')
  expect(rows).toHaveLength(1)
  expect(Object.keys(fields)).toEqual([
    'BUID',
    'Contact ID',
    'First name',
    'Last name',
    'Preferred name',
    'Primary e-mail',
    'Mobile phone',
    'Street',
    'City',
    'State',
    'Postal code',
    'Country',
    'Deceased',
    'Do not contact',
    'Do not e-mail',
  ])
  expect(header!.replace('\ufeff', '').split(',')).toEqual(Object.values(exportColumns))
  expect(fields['Primary e-mail']).toBe('primary_email')
  expect(rows[0]).toContain(person.primary_email)
})

test('values left out of a file are marked, and the mark clears nothing in any other file', async () => {
  await change('alumni', { buid: margaret }, { do_not_contact: true })
  const before = (await alumnus(margaret))!
  expect(before.street).not.toBe(null)
  const file = await exportAlumni(`q=${margaret}&columns=buid,email,street,postal_code,phone`)
  expect(file).toContain(`${margaret},${leftOutMark},${leftOutMark}`)
  const lines = csv(
    'BUID,Prefix,Primary Email,Street,Mobile Phone',
    `${margaret},Prof.,${leftOutMark},${leftOutMark},${leftOutMark}`,
  )
  const batch = await importFile('contacts', lines)
  expect(batch).toMatchObject({ results: { changed: 1 }, findings: { left_out_cells: 3, own_list: false } })
  expect(await alumnus(margaret)).toEqual({ ...before, prefix: 'Prof.' })
})

test('a correction in an exported list is imported, and the columns left out change nothing', async () => {
  const file = csv(
    'BUID,First name,Last name,Preferred name,Salutation,Class years,Street,City,Notes',
    `${jose},José,Álvarez,Pepe,José,2015,,Boston,called`,
  )
  const batch = await scanFile('contacts', file)
  expect(batch).toMatchObject({
    counts: { changed: 1 },
    findings: { own_list: true, left_out_cells: 1 },
    unknown_columns: [{ header: 'Notes' }],
  })
  expect((await page('contacts', batch.id)).rows![0]!.changes).toEqual([
    { field: 'preferred_name', before: null, after: 'Pepe' },
  ])
})

test('the file of a batch search clears no address that v0.10.0 left out', async () => {
  const header =
    'Line,As entered,Outcome,BUID,Contact ID,Name,Recent degree,Class years,Primary e-mail,City,State,Country'
  const file = csv(header, `1,Álvarez,found,${jose},C-000000001,José Álvarez,BS,2015,,Boston,MA,US`)
  expect(await scannedAsContacts(file)).toMatchObject({ counts: { unchanged: 1 }, findings: { own_list: true } })
})

test('“Salutation” is read as the prefix in a file of the CRM', async () => {
  for (const header of ['BUID,Salutation,FirstName', 'BUID,First Name,Salutation', 'BUID,Salutation,Mailing City']) {
    const { columns } = await scannedAsContacts(csv(header, `${jose},Dr.,x`))
    expect(columns).toContainEqual({ header: 'Salutation', field: 'prefix', by_hand: false })
  }
})

test.each(['educations', 'areas-of-study', 'employment'] as const satisfies ImportType[])(
  'an exported list is refused as a file of %s',
  async (type) => {
    const reply = await upload(type, await exportAlumni('columns=buid,employer,job_title,degree,major'))
    expect([reply.statusCode, reply.json().error]).toEqual([
      422,
      'This is a list of alumni from this service. It can only be imported as contacts.',
    ])
  },
)

test('other exported files change nothing as contacts', async () => {
  const signups = await ada.get('/champion_signups.csv?columns=place,linked_to')
  const refused = await upload('contacts', signups.body)
  expect([signups.statusCode, refused.statusCode, refused.json().error]).toEqual([
    200,
    422,
    'This is a list of champion signups from this service, not a CRM export. It cannot be imported.',
  ])
  for (const report of ['alumni_without_degrees', 'duplicate_emails', 'look_alikes']) {
    const { body, statusCode } = await ada.get(`/settings/reports/${report}.csv`)
    expect(statusCode).toBe(200)
    if (body.includes('BUID,')) expect((await scannedAsContacts(body)).counts).toMatchObject({ new: 0, changed: 0 })
  }
})
