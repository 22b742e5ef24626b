import { afterAll, expect, test, vi } from 'vitest'
import type { SignupField } from '@alumni/shared/champions/fields'
import type { ComparisonPage, MergePreview } from '@alumni/shared/champions/merges'
import type { SignupsPage } from '@alumni/shared/champions/staff-list'
import type { SignupPage } from '@alumni/shared/champions/staff-page'

// This service has one more signup field, which only this declaration and its column define.
vi.resetModules()
afterAll(() => vi.resetModules())
const { signupFields } = await import('@alumni/shared/champions/fields')
const { optionalLine } = await import('@alumni/shared/champions/form-fields')
const pronouns: SignupField = {
  label: 'Pronouns',
  group: 'contact',
  step: 'who',
  formSchema: optionalLine('Your pronouns', 40),
  form: { optional: true },
  column: { name: 'pronouns', heading: 'Pronouns' },
}
Object.assign(signupFields, { pronouns })
const { runOn, createTestDatabase } = await import('../../testing/test-database.ts')
const database = await createTestDatabase()
await runOn(database.owner, 'alter table champion_signups add column pronouns text')
const { buildTestApp } = await import('../../testing/test-app.ts')
const { Browser } = await import('../../testing/browser.ts')
const { createSignup } = await import('../../testing/champions.ts')
const { propsOf } = await import('../../testing/portal-view.ts')
const { signupCheckPage, signupStepPage, signUpPage } = await import('@alumni/shared/champions/sign-up')
const { dataPage, editPage, hubPage } = await import('@alumni/shared/champions/profile')
const { privacyPolicyVersion } = await import('@alumni/shared/champions/privacy-policy')
const { eraseDeletedSignups } = await import('./profile/erase-signups.ts')

const { db, as, visitor, asChampion } = await buildTestApp({ database })
const stan = await as('staff')
const contact = { first_name: 'María José', last_name: 'García Márquez', former_last_name: '' }
const url = '/champion_signups'

async function signUp(email: string, answer: string) {
  const signup = await createSignup(db, { email })
  await db
    .updateTable('champion_signups')
    .set({ pronouns: answer } as object)
    .where('id', '=', signup.id)
    .execute()
  return signup
}
const readStored = async (email: string) =>
  (await db.selectFrom('champion_signups').selectAll().where('email', '=', email).execute()).map((row) => ({ ...row }))

test('María José answers the new field when she signs up: it is in her draft, on the check page, and stored', async () => {
  const email = 'majo@example.com'
  const browser = new Browser(visitor)
  const answers = { ...contact, email, pronouns: ' she /\u00a0her ' }
  const wrong = await browser.submit('/signups', { step: 'who', ...answers, pronouns: 'x'.repeat(41), change: '1' })
  expect(propsOf(wrong, signupStepPage).form.errors).toEqual({
    pronouns: 'Your pronouns can have at most 40 characters.',
  })
  await browser.submit('/signups', { step: 'who', ...answers })
  expect(propsOf(await browser.visit('/?step=who&change=1'), signupStepPage).form.values).toMatchObject({
    pronouns: answers.pronouns,
  })
  await browser.submit('/signups', { step: 'where', country: 'US', zip_code: '02118' })
  await browser.submit('/signups', { step: 'help' })
  const { rows } = propsOf(await browser.visit('/?step=check'), signupCheckPage)
  expect(rows).toContainEqual({ key: 'Pronouns', value: ['she / her'], href: '/?step=who&change=1#pronouns' })
  await browser.submit('/signups', { step: 'check', consent: 'yes', privacy_policy_version: privacyPolicyVersion })
  expect(await readStored(email)).toMatchObject([{ pronouns: 'she / her' }])
})

test('the form on one page accepts the new field', async () => {
  const answers = { ...contact, email: 'one.page@example.com', country: 'US', zip_code: '02118', consent: 'yes' }
  const reply = await new Browser(visitor).submit('/', { ...answers, pronouns: 'x'.repeat(41) })
  expect(propsOf(reply, signUpPage).form.errors).toHaveProperty('pronouns')
  await new Browser(visitor).submit('/', { ...answers, pronouns: 'they' })
  expect(await readStored('one.page@example.com')).toMatchObject([{ pronouns: 'they' }])
})

test('she reads and changes the new field in her profile, reads of a concurrent change, and downloads it', async () => {
  const signup = await signUp('profile@example.com', 'she')
  const browser = await asChampion(signup)
  expect(propsOf(await browser.visit('/profile'), hubPage).details).toContainEqual({
    key: 'Pronouns',
    value: ['she'],
    href: '/profile/contact#pronouns',
  })
  const { form, seen } = propsOf(await browser.visit('/profile/contact'), editPage)
  expect(form.values).toMatchObject({ pronouns: 'she' })
  const saved = await browser.submit('/profile/contact', { ...contact, pronouns: 'they', seen })
  expect(saved.headers.location).toBe('/profile?saved=contact')
  const late = await browser.submit('/profile/contact', { ...contact, pronouns: 'ze', seen })
  expect(propsOf(late, editPage).changed).toContainEqual({ key: 'Pronouns', value: 'they' })
  const { timeline } = (await stan.get(`${url}/${signup.id}`)).json<SignupPage>()
  expect(timeline.events).toContainEqual(
    expect.objectContaining({ type: 'profile_updated', payload: { fields: ['pronouns'] } }),
  )
  const file = (await browser.visit('/profile/data.json')).json<{ signups: object[] }>()
  expect(file.signups).toMatchObject([{ pronouns: 'they' }])
  const { sections } = propsOf(await browser.visit('/profile/data'), dataPage)
  expect(sections[0]!.records[0]).toContainEqual({ key: 'Pronouns', value: 'they' })
})

test('Stan corrects the new field, and the audit log and the timeline have it before and after', async () => {
  const { id } = await signUp('staff@example.com', 'he')
  const { signup } = (await stan.get(`${url}/${id}`)).json<SignupPage>()
  expect(signup).toMatchObject({ pronouns: 'he' })
  const edit = (answer: string) =>
    stan.request({
      method: 'PATCH',
      url: `${url}/${id}`,
      payload: { contact: { ...contact, pronouns: answer }, seen: signup },
    })
  const reply = await edit('she')
  const change = { before: { pronouns: 'he' }, after: { pronouns: 'she' } }
  expect(reply.json<SignupPage>().timeline.events[0]).toMatchObject(change)
  const refused = await edit('they')
  expect(refused.json()).toMatchObject({
    current: { pronouns: 'she' },
    fields: { pronouns: 'Pronouns has just been changed.' },
  })
  const audited = await db
    .selectFrom('audit_entries')
    .select('detail')
    .where('subject', '=', `champion-signups/${id}`)
    .where('action', '=', 'champion-signup.edited')
    .execute()
  expect(audited).toMatchObject([{ detail: { fields: ['pronouns'], ...change } }])
})

test('the list and its file have the new field', async () => {
  await signUp('listed@example.com', 'they')
  const { signups } = (await stan.get(`${url}?q=listed`)).json<SignupsPage>()
  expect(signups).toMatchObject([{ pronouns: 'they' }])
  const file = await stan.get(`${url}.csv?q=listed&columns=email,pronouns`)
  expect(file.body.replace('\ufeff', '').trim().split(/\r?\n/)).toEqual([
    'ID,E-mail,Pronouns',
    `${signups[0]!.id},listed@example.com,they`,
  ])
  expect((await stan.get(`${url}.csv?q=listed`)).body).toContain('Pronouns')
})

test('a merge compares the new field and lets staff choose it', async () => {
  const [survivor, source] = [await signUp('survivor@example.com', 'she'), await signUp('source@example.com', 'they')]
  const compared = await stan.get(`${url}/duplicates?ids=${survivor.id},${source.id}`)
  expect(compared.json<ComparisonPage>().signups).toMatchObject([
    { values: { pronouns: 'she' } },
    { values: { pronouns: 'they' } },
  ])
  const request = { survivor_id: survivor.id, source_ids: [source.id], fields: { pronouns: source.id } }
  const preview = (await stan.post(`${url}/merges/preview`, request)).json<MergePreview>()
  expect(preview.outcome.fields).toContainEqual({ field: 'pronouns', before: 'she', after: 'they', from: source.id })
  await stan.post(`${url}/merges`, request)
  expect(await readStored('survivor@example.com')).toMatchObject([{ pronouns: 'they' }])
})

test('the new field is erased with its person', async () => {
  const { id } = await signUp('erased@example.com', 'she')
  await db.updateTable('champion_signups').set({ deleted_at: '2026-01-01' }).where('id', '=', id).execute()
  await eraseDeletedSignups(db)
  const rows = await db.selectFrom('champion_signups').selectAll().where('id', '=', id).execute()
  expect(rows).toMatchObject([{ pronouns: null, email: '' }])
})
