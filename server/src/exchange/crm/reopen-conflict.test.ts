import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { CrmConflict } from '@alumni/shared/exchange/crm'
import { buildCrmStory, changesUrl, conflictsUrl } from './testing/crm-story.ts'

const { ada, alumnus, as, change, addChange, changes, conflicts, importCrmCities, db, forgetCrm, rowsOf } =
  await buildCrmStory()
const stan = await as('staff')
const settle = async (id: number, keep: 'ours' | 'theirs') =>
  (await ada.post(`${conflictsUrl}/${id}`, { keep })).json<CrmConflict>()
const undo = (id: number, caller = ada) => caller.post(`${conflictsUrl}/${id}/undo`)
const readAll = async () => [await rowsOf('crm_data_changes'), await rowsOf('crm_conflicts'), await city()]
const city = async () => (await alumnus('B00000001'))!.city
const refusal = async (id: number) => {
  const reply = await undo(id)
  return [reply.statusCode, reply.json<{ error: string }>().error]
}
const exportAll = async () => {
  const { shown } = await changes()
  const reply = await ada.post(`${changesUrl}/export`, { shown, confirm_count: shown!.all.count })
  return reply.json<{ export_batch: { id: number; links: { undo: string } } }>().export_batch
}

beforeEach(async () => {
  await forgetCrm()
  await change('alumni', { buid: 'B00000001' }, { city: 'Raleigh' })
})

async function createConflict() {
  await addChange('B00000001', 'city', 'Raleigh')
  await importCrmCities(['B00000001', 'Durham'])
  return (await conflicts()).conflicts[0]!.id
}

test.each(['ours', 'theirs'] as const)(
  'Ada undoes a mistaken choice of %s: everything is as before, and she can choose again',
  async (keep) => {
    const id = await createConflict()
    const before = await readAll()
    const settled = await settle(id, keep)
    expect(settled).toMatchObject({ resolution: keep, links: { undo: `${conflictsUrl}/${id}/undo` } })
    expect((await ada.get(`${conflictsUrl}/open`)).json()).toEqual({ open: 0 })
    const reply = await undo(id)
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      expect.objectContaining({ resolution: null, resolved_by: null, current: 'Raleigh', links: { undo: null } }),
    ])
    expect(await readAll()).toEqual(before)
    expect((await ada.get(`${conflictsUrl}/open`)).json()).toEqual({ open: 1 })
    expect(await refusal(id)).toEqual([409, 'This conflict is already open again.'])
    const { rows } = await sql<object>`
    select action, subject from audit_entries where action like 'crm-conflict%' order by id desc limit 2
  `.execute(db)
    expect(rows).toEqual([
      { action: 'crm-conflict.reopened', subject: `crm-conflicts/${id}` },
      { action: `crm-conflict.kept-${keep}`, subject: `crm-conflicts/${id}` },
    ])
    expect(await settle(id, 'theirs')).toMatchObject({ resolution: 'theirs', current: 'Durham' })
  },
)

test('undoing restores an exported change and the edit after it, and the history shows it', async () => {
  await addChange('B00000001', 'city', 'Cary')
  const { id: exported } = await exportAll()
  await addChange('B00000001', 'city', 'Raleigh', { before: 'Cary' })
  await importCrmCities(['B00000001', 'Durham'])
  const [conflict] = (await conflicts()).conflicts
  const before = await readAll()
  await settle(conflict!.id, 'theirs')
  expect(await rowsOf('crm_data_changes')).toEqual([])
  await undo(conflict!.id)
  expect(await readAll()).toEqual(before)
  expect(await rowsOf('crm_data_changes')).toMatchObject([
    { after: 'Cary', status: 'exported', export_batch_id: exported },
    { after: 'Raleigh', status: 'pending' },
  ])
  const { rows } = await sql<{ fields: object }>`
    select fields from record_changes where buid = 'B00000001' order by id desc limit 2
  `.execute(db)
  expect(rows.map(({ fields }) => fields)).toEqual([{ city: ['Durham', 'Raleigh'] }, { city: ['Raleigh', 'Durham'] }])
})

test('a field edited since keeps its value, even if it is the same one', async () => {
  const id = await createConflict()
  await settle(id, 'theirs')
  const edit = (to: string, from: string) =>
    stan.request({ method: 'PATCH', url: '/alumni/B00000001/contact', payload: { city: to, seen: { city: from } } })
  await edit('Apex', 'Durham')
  const since = [409, 'City has since been changed. The conflict stays resolved.']
  expect(await refusal(id)).toEqual(since)
  await exportAll()
  await edit('Durham', 'Apex')
  expect(await refusal(id)).toEqual(since)
  expect(await city()).toBe('Durham')
})

test('a choice of our value cannot be undone after another edit, a matching CRM value or a newer conflict', async () => {
  const first = await createConflict()
  await settle(first, 'ours')
  await importCrmCities(['B00000001', 'Boone'])
  expect(await refusal(first)).toEqual([
    409,
    'A newer file from the CRM has contradicted it again. Resolve that conflict.',
  ])
  const [second] = (await conflicts()).conflicts
  await settle(second!.id, 'ours')
  expect((await undo(first)).statusCode).toBe(200)
  await settle(first, 'ours')
  await exportAll()
  await importCrmCities(['B00000001', 'Raleigh'])
  expect(await refusal(first)).toEqual([409, 'The CRM now shows our city.'])
})

test('a choice cannot be undone if the export with our change was undone', async () => {
  await addChange('B00000001', 'city', 'Raleigh')
  const { id: number, links } = await exportAll()
  await importCrmCities(['B00000001', 'Durham'])
  const [conflict] = (await conflicts()).conflicts
  await settle(conflict!.id, 'theirs')
  await ada.post(links.undo)
  expect(await refusal(conflict!.id)).toEqual([
    409,
    `Export ${number}, which contained our change, has since been undone. Edit the field instead.`,
  ])
})

test('a conflict that the CRM resolved has no undo, and only administrators may undo', async () => {
  const id = await createConflict()
  await importCrmCities(['B00000001', 'Raleigh'])
  const [ended] = (await conflicts('?state=resolved')).conflicts
  expect(ended).toMatchObject({ id, resolved_by: null, links: { undo: null } })
  expect(await refusal(id)).toEqual([409, 'This conflict has resolved itself. Edit the field instead.'])
  expect((await undo(id, stan)).statusCode).toBe(403)
  expect((await undo(999_999)).statusCode).toBe(404)
  expect((await stan.get(`${conflictsUrl}/open`)).statusCode).toBe(403)
})
