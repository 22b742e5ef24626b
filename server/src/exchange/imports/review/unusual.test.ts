import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { runDuring } from '../../../../testing/run-during.ts'
import { scanImport } from '../scan/scan.ts'
import { cancelActiveBatches } from '../testing/insert-batch.ts'
import { buildImportStory, csv } from '../testing/import-story.ts'

const story = await buildImportStory()
const { ada, importFile, scanFile, apply, db } = story
const header = 'BUID,First Name,Deceased,Work Email'
const buid = (index: number) => `B0001${String(index).padStart(4, '0')}`
const peopleFile = (count: number, rest: (at: number) => string) =>
  csv(header, ...Array.from({ length: count }, (_, index) => `${buid(index)},Person ${index},${rest(index)}`))
const alive = peopleFile(40, (index) => `no,p${index}@example.org`)
const fileWithDeceased = (count: number) =>
  peopleFile(40, (index) => `${index < count ? 'yes' : 'no'},p${index}@example.org`)
const commit = (batch: ImportStatusReply, body?: object) => ada.post(batch.links.commit, body)
const message = '12 people are newly deceased (last time none).'

beforeAll(async () => {
  await importFile('contacts', alive)
})
beforeEach(() => cancelActiveBatches(story))

test('the number of twelve newly deceased people must be repeated, and is stored with the person', async () => {
  const batch = await scanFile('contacts', fileWithDeceased(12))
  expect(batch.field_counts).toEqual([{ field: 'deceased', kind: 'set', count: 12 }])
  expect(batch.unusual).toEqual([{ kind: 'deceased', number: 12, message, rows: { field: 'deceased', kind: 'set' } }])

  const without = await commit(batch)
  const fullMessage = `${message} Confirm it by typing 12.`
  expect([without.statusCode, without.json()]).toEqual([
    422,
    { error: fullMessage, fields: { confirm_deceased: fullMessage } },
  ])
  const blank = await ada.submit(batch.links.commit, { confirm_deceased: '' })
  expect([blank.statusCode, blank.body.includes('Confirm it by typing 12.')]).toEqual([422, true])
  const wrong = await commit(batch, { confirm_deceased: 11 })
  expect([wrong.statusCode, wrong.json().error]).toEqual([
    409,
    `${message} The number is 12, not 11. Review it again before you import.`,
  ])
  expect((await commit(batch, { confirm_deceased: 'some' })).statusCode).toBe(400)
  expect(await story.status('contacts', batch.id)).toEqual(batch)

  expect((await commit(batch, { confirm_deceased: 12 })).statusCode).toBe(200)
  expect(await apply('contacts', batch.id)).toMatchObject({ results: { changed: 12 }, unusual: [] })
  const { rows } = await sql`
    select detail from audit_entries where subject = ${`contacts/${batch.id}`} and action = 'import.committed'`.execute(
    db,
  )
  expect(rows).toMatchObject([{ detail: { deceased: 12 } }])
})

test('an earlier app that cannot repeat such numbers is refused', async () => {
  await importFile('contacts', alive)
  const batch = await scanFile('contacts', fileWithDeceased(40))
  expect((await commit(batch, { confirm_deletes: 0 })).statusCode).toBe(422)
  expect((await ada.get('/release')).json()).toMatchObject({ oldest_contract: 6 })
})

test('an undone import does not count as usual', async () => {
  const { id } = await story.status('contacts', (await importFile('contacts', alive)).id)
  const last = await importFile('contacts', fileWithDeceased(13))
  await story.undoImport('contacts', last.id)
  expect(last.id).toBe(id + 1)
  expect((await scanFile('contacts', fileWithDeceased(13))).unusual).toMatchObject([{ kind: 'deceased', number: 13 }])
})

test('the confirmed number is refused if a column was assigned since', async () => {
  const batch = await scanFile(
    'contacts',
    fileWithDeceased(14).replace('First Name', 'Died').replace('Deceased', 'Gestorben'),
  )
  expect(batch.unusual).toEqual([])
  const assigned = await ada.post(batch.links.columns, { columns: { Gestorben: 'deceased' } })
  expect(assigned.statusCode).toBe(200)
  await scanImport(story.context, { type: 'contacts', id: batch.id })
  expect((await commit(batch)).statusCode).toBe(422)
  expect((await commit(batch, { confirm_deceased: 3 })).statusCode).toBe(409)

  await ada.post(batch.links.columns, { columns: { Gestorben: null } })
  await scanImport(story.context, { type: 'contacts', id: batch.id })
  const stale = await commit(batch, { confirm_deceased: 14 })
  expect([stale.statusCode, stale.json().error]).toEqual([
    409,
    'The review has changed. Review it again before you import.',
  ])
})

test('the confirmed number is refused if the review is counted again during the commit', async () => {
  await importFile('contacts', alive)
  const batch = await scanFile('contacts', fileWithDeceased(20))
  const counted = JSON.stringify([{ field: 'deceased', kind: 'set', count: 21 }])
  const [reply] = await runDuring(
    db,
    (db) => sql`update contact_import_batches set field_counts = ${counted}::jsonb where id = ${batch.id}`.execute(db),
    [() => commit(batch, { confirm_deceased: 20 })],
  )
  expect([reply.statusCode, reply.json().error]).toEqual([409, expect.stringContaining('The number is 21, not 20.')])
})

test('one of two simultaneous commits is first', async () => {
  const batch = await scanFile('contacts', fileWithDeceased(15))
  const replies = await Promise.all([1, 2, 3].map(() => commit(batch, { confirm_deceased: 15 })))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  await apply('contacts', batch.id)
})

test('an employment file that deletes most records says so beside the number to repeat', async () => {
  await importFile(
    'employment',
    csv('BUID,Employer', ...Array.from({ length: 20 }, (_, index) => `${buid(index)},Acme`)),
  )
  const batch = await scanFile('employment', csv('BUID,Employer', `${buid(0)},Acme`))
  expect(batch.unusual).toMatchObject([
    { kind: 'deletes', number: 19, message: 'It deletes 95% of all employment on file (last time none).' },
  ])
  expect((await commit(batch)).json().fields).toEqual({
    confirm_deletes: 'This import deletes 19 employment records. Confirm it by typing that number.',
  })
  expect((await commit(batch, { confirm_deletes: 19 })).statusCode).toBe(200)
})
