import { beforeEach, expect, test } from 'vitest'
import type { Duplicate } from '@alumni/shared/champions/merges'
import { runDuring } from '../../../testing/run-during.ts'
import { dismissPair, undoDismissal } from './routes.ts'
import { findDuplicates } from './find-duplicates.ts'
import { buildMergeStory, buildMergeRequest } from './testing/merge-story.ts'

const { stan, ada, as, nobody, db, signup, merge, undo, listDuplicates, readComparison } = await buildMergeStory()
const url = '/champion_signups/duplicates'
const searchDuplicates = async (query = '') => {
  await findDuplicates(db)
  return (await listDuplicates(query)).duplicates
}
const summarize = ({ first, second, reasons }: Duplicate) => [first.id, second.id, reasons]

beforeEach(async () => {
  for (const table of ['signup_merges', 'signup_dismissals', 'activity_events', 'champion_signups'] as const)
    await db.deleteFrom(table).execute()
})

let serial = 0
const createPerson = (values: Parameters<typeof signup>[0] = {}) =>
  signup({ first_name: `Person ${(serial += 1)}`, zip_code: null, city: null, ...values })

test('before a search the page says that none has run', async () => {
  expect(await listDuplicates()).toEqual({ duplicates: [], page: 1, pages: 1, matching: 0, searched_at: null })
  expect((await stan.post(`${url}/search`)).json()).toEqual({ found: 0, searched_at: expect.any(String) })
})

test('a signup matches another one whose linked alumnus has its e-mail in any column, in any letter case', async () => {
  const peggy = await createPerson({ buid: 'B00000004' })
  const again = await createPerson({ email: 'PEGGY.home@example.org' })
  await createPerson({ email: 'someone.else@example.org' })
  expect((await searchDuplicates()).map(summarize)).toEqual([[peggy.id, again.id, ['email']]])
})

test('signups match by alumnus, by name with ZIP or postal code, and by phone', async () => {
  const [a, b] = [await createPerson({ buid: 'B00000001' }), await createPerson({ buid: 'B00000001' })]
  const c = await signup({
    first_name: 'Siobhán',
    last_name: 'O’Neil',
    country: 'IE',
    postal_code: 'D02 F205',
    zip_code: null,
  })
  const d = await signup({
    first_name: 'Siobhan',
    last_name: "O'Neil",
    country: 'IE',
    postal_code: 'd02f205',
    zip_code: null,
  })
  const e = await signup({ first_name: 'Mary', last_name: 'Smith-Jones', former_last_name: 'Smith', zip_code: '10025' })
  const f = await signup({ first_name: 'Mary', last_name: 'Smith', zip_code: '10025-1234' })
  const [g, h] = [await createPerson({ phone: '+1 (617) 555-0142' }), await createPerson({ phone: '617.555.0142' })]
  await signup({ first_name: 'Mary', last_name: 'Smith', zip_code: '10026' })
  await createPerson({ phone: '0142' })
  await createPerson({ phone: '0142' })
  expect((await searchDuplicates()).map(summarize)).toEqual([
    [a.id, b.id, ['buid']],
    [e.id, f.id, ['name']],
    [c.id, d.id, ['name']],
    [g.id, h.id, ['phone']],
  ])
  expect((await searchDuplicates('?reason=phone')).map(({ first }) => first.id)).toEqual([g.id])
  expect((await searchDuplicates('?q=siobhán')).map(({ first }) => first.id)).toEqual([c.id])
})

test('Peggy Stone matches Margaret at the same ZIP, but Mary P. not Mary Q., and Peggy not one at another ZIP', async () => {
  const home = { last_name: 'Stone', zip_code: '02118' }
  const margaret = await signup({ ...home, first_name: 'Margaret' })
  const peggy = await signup({ ...home, first_name: 'Peggy' })
  await signup({ ...home, first_name: 'Peggy', zip_code: '02119' })
  const [mary] = [await signup({ ...home, first_name: 'Mary P.' }), await signup({ ...home, first_name: 'Mary Q.' })]
  const polly = await signup({ ...home, first_name: 'Polly' })
  expect((await searchDuplicates()).map(summarize)).toContainEqual([margaret.id, peggy.id, ['similar_name']])
  expect((await searchDuplicates('?reason=similar_name')).map(summarize)).toContainEqual([
    mary.id,
    polly.id,
    ['similar_name'],
  ])
  expect(await searchDuplicates('?reason=similar_name')).toHaveLength(3)
})

test('pairs with several reasons come first, and a shared phone number pairs each signup only with the next one', async () => {
  const many = []
  for (let i = 0; i < 8; i++) many.push(await createPerson({ phone: '617 555 0100' }))
  const [a, b] = [await signup({ phone: '212 555 0101' }), await signup({ phone: '(212) 555-0101' })]
  const found = await searchDuplicates()
  expect(summarize(found[0]!)).toEqual([a.id, b.id, ['name', 'phone']])
  expect(found).toHaveLength(8)
})

test('merged and deleted signups are not offered, and pairs of an undone merge are', async () => {
  const [a, b, c] = [
    await createPerson({ phone: '6175550142' }),
    await createPerson({ phone: '6175550142' }),
    await createPerson({ phone: '6175550142' }),
  ]
  expect(await searchDuplicates()).toHaveLength(3)
  const { merge: made } = await merge(buildMergeRequest(a, b))
  expect(made.key).toBe('chosen')
  expect((await listDuplicates()).duplicates.map(summarize)).toEqual([[a.id, c.id, ['phone']]])
  expect((await searchDuplicates()).map(summarize)).toEqual([[a.id, c.id, ['phone']]])
  await undo(made.id)
  expect(await searchDuplicates()).toHaveLength(3)
  await db.updateTable('champion_signups').set({ deleted_at: new Date() }).where('id', '=', c.id).execute()
  expect((await listDuplicates()).duplicates.map(summarize)).toEqual([[a.id, b.id, ['phone']]])
})

test('“Not the same person” stores who said it first, applies to the survivors of merges, and can be undone', async () => {
  const [a, b, c] = [
    await createPerson({ phone: '6175550142' }),
    await createPerson({ phone: '6175550142' }),
    await createPerson(),
  ]
  await searchDuplicates()
  const dismiss = (caller: typeof stan, ids: number[]) => caller.post(`${url}/dismissals`, { ids })
  const first = (await dismiss(stan, [b.id, a.id])).json<{ dismissal: { id: number; by: string } }>().dismissal
  expect(first.by).toBe(stan.user!.name)
  expect((await dismiss(ada, [a.id, b.id])).json()).toEqual({ dismissal: first })
  expect(await searchDuplicates()).toEqual([])
  expect(await searchDuplicates('?dismissed=yes')).toMatchObject([{ dismissal: { id: first.id, by: stan.user!.name } }])
  expect((await readComparison(a.id, b.id)).pairs).toMatchObject([{ ids: [a.id, b.id], dismissal: { id: first.id } }])

  await db.updateTable('champion_signups').set({ phone: '6175550142' }).where('id', '=', c.id).execute()
  await merge(buildMergeRequest(c, a))
  expect(await searchDuplicates()).toEqual([])
  expect(await searchDuplicates('?dismissed=yes')).toMatchObject([{ first: { id: b.id }, second: { id: c.id } }])
  expect((await dismiss(stan, [a.id, b.id])).statusCode).toBe(409)

  expect((await stan.request({ method: 'DELETE', url: `${url}/dismissals/${first.id}` })).statusCode).toBe(204)
  expect((await stan.request({ method: 'DELETE', url: `${url}/dismissals/${first.id}` })).statusCode).toBe(404)
  expect((await searchDuplicates()).map(summarize)).toEqual([[b.id, c.id, ['phone']]])
})

test('one of two simultaneous dismissals takes effect, and so does one of two withdrawals', async () => {
  const [a, b] = [await createPerson(), await createPerson()]
  const [second] = await runDuring(db, (db) => dismissPair(db, [a.id, b.id], ada.user!), [
    () => stan.post(`${url}/dismissals`, { ids: [b.id, a.id] }),
  ])
  const { dismissal } = second.json<{ dismissal: { id: number; by: string } }>()
  expect(dismissal.by).toBe(ada.user!.name)
  const [late] = await runDuring(db, (db) => undoDismissal(db, dismissal.id, ada.user!), [
    () => stan.request({ method: 'DELETE', url: `${url}/dismissals/${dismissal.id}` }),
  ])
  expect(late.statusCode).toBe(404)
})

test('the comparison shows values in words, the reasons, similar signups, and deleted ones', async () => {
  const a = await signup({ buid: 'B00000004', country: 'IE', postal_code: 'D02 F205', zip_code: null, city: 'Dublin' })
  const b = await signup({
    buid: 'B00000004',
    help_roles: '{mentor}' as never,
    wants_reminders: false,
    phone: '617 555 0142',
  })
  const c = await createPerson({ phone: '6175550142' })
  const gone = await createPerson({ deleted_at: new Date() })
  await searchDuplicates()
  expect(await readComparison(a.id, b.id, gone.id)).toMatchObject({
    signups: [
      {
        id: a.id,
        alumnus: { buid: 'B00000004', name: 'Margaret "Peggy" O\'Neil' },
        values: { location: 'Dublin, D02 F205, Ireland' },
      },
      {
        id: b.id,
        values: { help_roles: ['Mentor a student or a recent graduate'], wants_reminders: 'No' },
        signed_in_at: null,
      },
    ],
    pairs: [{ ids: [a.id, b.id], reasons: ['buid'], dismissal: null }],
    others: [{ id: c.id }],
    gone: [{ id: gone.id, message: `Signup ${gone.id} was deleted.` }],
  })
  expect((await stan.get(`${url}?ids=1,2,3,4,5,6`)).json()).toMatchObject({ error: expect.stringContaining('up to 5') })
})

test('viewers and people who are signed out may not see duplicates', async () => {
  expect((await (await as('viewer')).get(url)).statusCode).toBe(403)
  expect((await nobody.post(`${url}/search`)).statusCode).toBe(401)
})
