import { beforeEach, expect, test } from 'vitest'
import type { ResolveManyReply } from '@alumni/shared/exchange/crm'
import { buildCrmStory, conflictsUrl } from './testing/crm-story.ts'

const { ada, alumnus, addChange, conflicts, importCrmCities, forgetCrm, nobody, rowsOf } = await buildCrmStory()
const resolveMany = async (body: object) => {
  const reply = await ada.post(conflictsUrl, body)
  return { status: reply.statusCode, ...reply.json<ResolveManyReply & { error?: string }>() }
}

beforeEach(async () => {
  await forgetCrm()
  await addChange('B00000001', 'city', 'Raleigh')
  await addChange('B00000002', 'city', 'Cary')
  await importCrmCities(['B00000001', 'Durham'], ['B00000002', 'Durham'])
})

test('Ada keeps the CRM’s values of the conflicts that she selected', async () => {
  const josé = (await conflicts('?q=José')).conflicts[0]!
  expect(await resolveMany({ keep: 'theirs', ids: [josé.id, josé.id] })).toEqual({
    status: 200,
    resolved: 1,
    refused: [],
    next: null,
  })
  expect([(await alumnus('B00000001'))!.city, (await alumnus('B00000002'))!.city]).toEqual(['Raleigh', 'Durham'])
})

test('Ada keeps our values of all conflicts that a search finds, and confirms their number', async () => {
  expect(await resolveMany({ keep: 'ours', filter: { q: 'durham' }, confirm_count: 2 })).toMatchObject({
    status: 200,
    resolved: 2,
    refused: [],
  })
  expect((await conflicts()).matching).toBe(0)
  expect(await rowsOf('crm_data_changes')).toHaveLength(2)
})

test('an outdated number is refused, and nothing is changed', async () => {
  expect(await resolveMany({ keep: 'theirs', filter: {}, confirm_count: 1 })).toEqual({
    status: 409,
    error: 'There are 2 open conflicts now, not 1. Review them again.',
  })
  expect(await resolveMany({ keep: 'theirs', filter: {} })).toMatchObject({ status: 400 })
  expect(await resolveMany({ keep: 'theirs' })).toMatchObject({ status: 400 })
  expect(await resolveMany({ keep: 'theirs', ids: [] })).toMatchObject({ status: 400 })
  expect((await conflicts()).matching).toBe(2)
})

test('a refused conflict is named, and the others are resolved', async () => {
  await addChange('B00000001', 'city', 'Apex')
  const { resolved, refused } = await resolveMany({ keep: 'theirs', filter: {}, confirm_count: 2 })
  expect([resolved, refused]).toMatchObject([
    1,
    [
      {
        buid: 'B00000001',
        name: 'Margaret "Peggy" Jones',
        field: 'city',
        error: 'City has since been changed here. Keep our value, or check the record first.',
      },
    ],
  ])
  expect(await alumnus('B00000002')).toMatchObject({ city: 'Durham' })
})

test('a request continues after the last conflict of an earlier one', async () => {
  const {
    conflicts: [newest, oldest],
  } = await conflicts()
  expect(await resolveMany({ keep: 'ours', filter: {}, confirm_count: 1, after: oldest!.id })).toMatchObject({
    resolved: 1,
  })
  expect((await conflicts()).conflicts.map(({ id }) => id)).toEqual([oldest!.id])
  expect(newest!.id).toBeGreaterThan(oldest!.id)
})

test('someone who is signed out cannot resolve conflicts', async () => {
  expect((await nobody.get(conflictsUrl)).statusCode).toBe(401)
  expect((await nobody.post(conflictsUrl, { keep: 'ours', filter: {}, confirm_count: 2 })).statusCode).toBe(401)
  expect((await nobody.visit(conflictsUrl)).headers.location).toBe('/login?return_to=%2Fsettings%2Fcrm%2Fconflicts')
})
