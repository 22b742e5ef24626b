import { beforeEach, expect, test } from 'vitest'
import { editPage } from '@alumni/shared/champions/profile'
import { buildCrmStory, changesUrl } from '../../exchange/crm/testing/crm-story.ts'
import type { Db } from '../../foundations/database/db.ts'
import { csv } from '../../exchange/imports/testing/import-story.ts'
import { createSignup, type SignupValues } from '../../../testing/champions.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { runDuring } from '../../../testing/run-during.ts'

const story = await buildCrmStory()
const { ada, alumnus, asChampion, change, changes, conflicts, importCrmCities, db, forgetCrm, importFile, rowsOf } =
  story
const buid = 'B00000001'
const onFile = { first_name: 'Margaret', preferred_name: 'Peggy', last_name: 'Jones', city: 'Durham', country: 'US' }

beforeEach(async () => {
  await forgetCrm()
  await db.updateTable('champion_signups').set({ deleted_at: '2026-11-01', buid: null }).execute()
  await change(
    'alumni',
    { buid },
    { ...onFile, postal_code: '27701', street: '12 Elm St', state: 'NC', mobile_phone: null },
  )
})

async function peggy(values: SignupValues = {}) {
  const signup = await createSignup(db, {
    email: 'peggy@example.org',
    first_name: 'Peggy',
    last_name: 'Jones',
    city: 'Durham',
    zip_code: '27701',
    status: 'linked',
    buid,
    ...values,
  })
  const browser = await asChampion(signup)
  const saveForm = async (url: string, values: Record<string, string>) => {
    const { form, seen } = propsOf(await browser.visit(url), editPage)
    const reply = await browser.submit(url, { ...(form.values as Record<string, string>), ...values, seen })
    expect(reply.statusCode).toBe(303)
  }
  return {
    signup,
    moves: (place: Record<string, string>) => saveForm('/profile/location', place),
    edits: (fields: Record<string, string>) => saveForm('/profile/contact', fields),
  }
}
const listQueued = async () =>
  (await changes()).changes
    .toSorted((a, b) => a.id - b.id)
    .map(({ field, before, after, status, made_by }) => [field, before, after, status, made_by])
const made_by = 'Peggy Jones (champion)'

test('Peggy moves within her country: staff see the pending change, and her record waits for the CRM', async () => {
  const { moves } = await peggy()
  await moves({ city: 'Raleigh', zip_code: '27601' })
  expect(await listQueued()).toEqual([
    ['city', 'Durham', 'Raleigh', 'pending', made_by],
    ['postal_code', '27701', '27601', 'pending', made_by],
  ])
  expect(await alumnus(buid)).toMatchObject({ city: 'Durham', postal_code: '27701', street: '12 Elm St' })
})

test('moving abroad clears street and state', async () => {
  const { moves } = await peggy()
  await moves({ country: 'VN', city: 'Hà Nội', postal_code: '100000' })
  expect(await listQueued()).toEqual([
    ['street', '12 Elm St', null, 'pending', made_by],
    ['city', 'Durham', 'Hà Nội', 'pending', made_by],
    ['state', 'NC', null, 'pending', made_by],
    ['postal_code', '27701', '100000', 'pending', made_by],
    ['country', 'US', 'VN', 'pending', made_by],
  ])
})

test('the preferred name does not change the first name, and degree and interests do not go to the CRM', async () => {
  const { edits } = await peggy()
  await edits({ first_name: 'Peg', last_name: "O'Neil", former_last_name: 'Jones', phone: '919 555 0123' })
  expect(await listQueued()).toEqual([
    ['preferred_name', 'Peggy', 'Peg', 'pending', "Peg O'Neil (champion)"],
    ['last_name', 'Jones', "O'Neil", 'pending', "Peg O'Neil (champion)"],
    ['former_last_name', null, 'Jones', 'pending', "Peg O'Neil (champion)"],
    ['mobile_phone', null, '919 555 0123', 'pending', "Peg O'Neil (champion)"],
  ])
})

test('removing her own phone number withdraws its change, and a number that only the CRM has stays there', async () => {
  const { edits } = await peggy({ phone: '919 555 0100' })
  await change('alumni', { buid }, { mobile_phone: '919 555 0199' })
  await edits({ phone: '' })
  expect(await listQueued()).toEqual([])
  await edits({ phone: '919 555 0123' })
  await edits({ phone: '919 555 0199' })
  expect(await listQueued()).toEqual([])
})

test('a number that a CRM file brings at the same moment is not sent to the CRM', async () => {
  const { edits } = await peggy()
  const imports = (db: Db) =>
    db.updateTable('alumni').set({ mobile_phone: '919 555 0142' }).where('buid', '=', buid).execute()
  await runDuring(db, imports, [() => edits({ phone: '919 555 0142' })])
  expect(await listQueued()).toEqual([])
})

test('a further edit extends the pending change, and restoring the CRM’s value withdraws it', async () => {
  const { moves } = await peggy()
  await moves({ city: 'Raleigh' })
  await moves({ city: 'Cary' })
  expect(await listQueued()).toEqual([['city', 'Durham', 'Cary', 'pending', made_by]])
  await moves({ city: 'Durham' })
  expect(await listQueued()).toEqual([])
})

test('an edit after an export makes another change, from the exported value', async () => {
  const { moves } = await peggy()
  await moves({ city: 'Raleigh' })
  await ada.post(`${changesUrl}/export`, { confirm_count: 1 })
  await moves({ city: 'Durham' })
  expect(await listQueued()).toEqual([['city', 'Raleigh', 'Durham', 'pending', made_by]])
})

test('a contacts file with another value makes a conflict, and one with her value verifies the export', async () => {
  const { moves } = await peggy()
  await moves({ city: 'Raleigh' })
  await importCrmCities([buid, 'Durham'])
  expect((await conflicts()).conflicts).toMatchObject([{ field: 'city', ours: 'Raleigh', theirs: 'Durham', made_by }])
  expect(await alumnus(buid)).toMatchObject({ city: 'Durham' })
  await ada.post(`${changesUrl}/export`, { confirm_count: 1 })
  const batch = await importFile('contacts', csv('BUID,City', `${buid},Raleigh`))
  expect(batch.results).toMatchObject({ changed: 1, warnings: 0 })
  expect(await alumnus(buid)).toMatchObject({ city: 'Raleigh' })
  expect(await rowsOf('crm_data_changes')).toMatchObject([{ status: 'verified', verified_by_batch_id: batch.id }])
  expect(await conflicts()).toMatchObject({ total: 0 })
})

test('a conflict about her change can be resolved either way', async () => {
  const { moves } = await peggy()
  await moves({ city: 'Raleigh' })
  await importCrmCities([buid, 'Chapel Hill'])
  const [conflict] = (await conflicts()).conflicts
  const reply = await ada.post(`/settings/crm/conflicts/${conflict!.id}`, { keep: 'theirs', theirs: 'Chapel Hill' })
  expect(reply.statusCode).toBe(200)
  expect(await alumnus(buid)).toMatchObject({ city: 'Chapel Hill' })
  expect(await listQueued()).toEqual([])
})

test('an unlinked signup, or a value that is on file already, sends nothing to the CRM', async () => {
  const stranger = await peggy({ buid: null, status: 'completed', email: 'stranger@example.org' })
  await stranger.moves({ city: 'Raleigh' })
  const known = await peggy({ zip_code: '27601' })
  await known.moves({ zip_code: '27701' })
  expect(await listQueued()).toEqual([])
})
