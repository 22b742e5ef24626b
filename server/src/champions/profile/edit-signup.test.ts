import { expect, test } from 'vitest'
import { editPage } from '@alumni/shared/champions/profile'
import { createSignup, type SignupValues } from '../../../testing/champions.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const { db, visitor, asChampion } = await buildTestApp()

await db
  .insertInto('affinities')
  .values([
    { affinity_code: 'ROW', name: 'Rowing', category: 'Athletics' },
    { affinity_code: 'CHO', name: 'Chorus', category: 'Vocal Ensembles' },
  ])
  .execute()
await db.insertInto('colleges').values({ code: 'ENG', name: 'Engineering' }).execute()

const readSignup = (id: number) =>
  db.selectFrom('champion_signups').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const eventsOf = (id: number) =>
  db.selectFrom('activity_events').select(['type', 'payload']).where('signup_id', '=', id).execute()

async function openForm(url: string, values: SignupValues) {
  const signup = await createSignup(db, values)
  const browser = await asChampion(signup)
  const { form, seen } = propsOf(await browser.visit(url), editPage)
  return { signup, browser, form, seen }
}

test('María José corrects her name and phone, and the event names the fields without their values', async () => {
  const { signup, browser, form, seen } = await openForm('/profile/contact', { email: 'one@example.com' })
  expect(form.values).toEqual({
    first_name: 'María José',
    last_name: 'García Márquez',
    former_last_name: '',
    phone: '',
  })
  const fields = { first_name: ' Majo ', last_name: 'García\u00a0Márquez', former_last_name: '', phone: '617 555 0123' }
  const reply = await browser.submit('/profile/contact', { ...fields, seen })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, '/profile?saved=contact'])
  expect(await readSignup(signup.id)).toMatchObject({
    first_name: 'Majo',
    last_name: 'García Márquez',
    former_last_name: null,
    phone: '617 555 0123',
  })
  expect(await eventsOf(signup.id)).toEqual([{ type: 'profile_updated', payload: { fields: ['first_name', 'phone'] } }])
})

test('a form that changes nothing is saved without an event', async () => {
  const { signup, browser, form, seen } = await openForm('/profile/contact', { email: 'two@example.com' })
  expect(
    (await browser.submit('/profile/contact', { ...(form.values as Record<string, string>), seen })).statusCode,
  ).toBe(303)
  expect(await eventsOf(signup.id)).toEqual([])
})

test('the second of two tabs keeps its input, shows what the first has saved, and may save over it', async () => {
  const { signup, browser, seen } = await openForm('/profile/contact', { email: 'three@example.com' })
  const first = { first_name: 'Majo', last_name: 'García', phone: '+1 617 555 0123', seen }
  const second = { first_name: 'María', last_name: 'García', phone: '', seen }
  expect((await browser.submit('/profile/contact', first)).statusCode).toBe(303)
  const reply = await browser.submit('/profile/contact', second)
  expect(reply.statusCode).toBe(409)
  const page = propsOf(reply, editPage)
  expect(page.form.values).toMatchObject({ first_name: 'María', last_name: 'García', phone: '' })
  expect(page.form.errors.form).toContain('What you typed is still here')
  expect(page.changed).toEqual([
    { key: 'First name', value: 'Majo' },
    { key: 'Last name', value: 'García' },
    { key: 'Former last name', value: null },
    { key: 'Phone', value: '+1 617 555 0123' },
  ])
  expect(await readSignup(signup.id)).toMatchObject({ first_name: 'Majo' })
  expect((await browser.submit('/profile/contact', { ...second, seen: page.seen })).statusCode).toBe(303)
  expect(await readSignup(signup.id)).toMatchObject({ first_name: 'María', phone: null })
})

test('one of twenty tabs that save at once wins, and the others are notified', async () => {
  const { browser, seen } = await openForm('/profile/contact', { email: 'four@example.com' })
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, tab) =>
      browser.submit('/profile/contact', { first_name: `Majo ${tab}`, last_name: 'García', seen }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, ...Array<number>(19).fill(409)])
})

test('edits of the interests and of the contact details do not conflict', async () => {
  const { browser, seen, signup } = await openForm('/profile/contact', { email: 'five@example.com' })
  const interests = propsOf(await browser.visit('/profile/interests'), editPage)
  expect(interests.choices.affinities.map(({ category }) => category)).toEqual(['Athletics', 'Vocal Ensembles'])
  const choices = new URLSearchParams({
    help_roles: 'speak',
    degree_year: '2009',
    college_code: 'ENG',
    seen: interests.seen,
  })
  for (const code of ['ROW', 'CHO']) choices.append('affinity_codes', code)
  expect((await browser.submit('/profile/interests', choices)).statusCode).toBe(303)
  expect(await readSignup(signup.id)).toMatchObject({
    help_roles: ['speak'],
    affinity_codes: ['ROW', 'CHO'],
    degree_year: 2009,
    college_code: 'ENG',
  })
  expect((await browser.submit('/profile/contact', { first_name: 'Majo', last_name: 'García', seen })).statusCode).toBe(
    303,
  )
})

test('invalid input gets a message beside each field, and nothing is lost', async () => {
  const { browser, seen } = await openForm('/profile/contact', { email: 'six@example.com' })
  const reply = await browser.submit('/profile/contact', { last_name: 'x'.repeat(201), phone: 'none', seen })
  expect(reply.statusCode).toBe(422)
  expect(propsOf(reply, editPage)).toMatchObject({
    form: {
      values: { first_name: '', last_name: 'x'.repeat(201), phone: 'none' },
      errors: {
        first_name: 'Enter your first name.',
        last_name: 'A last name can have at most 200 characters.',
        phone: 'Enter a phone number, such as +1 617 555 0123.',
      },
    },
    seen,
  })
  const answers = { degree_year: '209', help_roles: 'speak' }
  expect(propsOf(await browser.submit('/profile/interests', answers), editPage).form).toEqual({
    values: { ...answers, affinity_codes: [], college_code: '' },
    errors: { degree_year: 'Enter the year of your degree with four digits, such as 2009.' },
  })
})

test('values that are in no list are ignored', async () => {
  const { browser, signup, seen } = await openForm('/profile/interests', { email: 'list@example.com' })
  const made = { help_roles: 'rule', affinity_codes: 'NONE', college_code: 'NONE', degree_year: '2009', seen }
  expect((await browser.submit('/profile/interests', made)).statusCode).toBe(303)
  expect(await readSignup(signup.id)).toMatchObject({
    help_roles: [],
    affinity_codes: [],
    college_code: null,
    degree_year: 2009,
  })
})

test('a location completes a started signup, and writes one event', async () => {
  const begun = { email: 'begun@example.com', status: 'started', zip_code: null, city: null } as const
  const { browser, signup, seen } = await openForm('/profile/location', begun)
  await browser.submit('/profile/location', { country: 'US', zip_code: '02118', seen })
  expect(await readSignup(signup.id)).toMatchObject({ status: 'completed', completed_at: expect.anything() })
  expect((await eventsOf(signup.id)).map(({ type }) => type).toSorted()).toEqual([
    'profile_updated',
    'signup_completed',
  ])
})

test('a location is a ZIP code in the United States and a city elsewhere', async () => {
  const { browser, signup, form, seen } = await openForm('/profile/location', {
    email: 'seven@example.com',
  })
  expect(form.values).toMatchObject({ country: 'US', zip_code: '02118' })
  const submitRefused = async (fields: Record<string, string>) => {
    const reply = await browser.submit('/profile/location', { ...fields, seen })
    return [reply.statusCode, propsOf(reply, editPage).form.errors]
  }
  expect(await submitRefused({ country: 'US', zip_code: 'D02 F205' })).toEqual([
    422,
    {
      zip_code: 'A U.S. ZIP code has five digits, such as 02118. If you live elsewhere, choose your country above.',
    },
  ])
  expect(await submitRefused({ country: 'IE' })).toEqual([422, { city: 'Enter the city or town that you live in.' }])
  expect(await submitRefused({ country: 'Ireland' })).toEqual([422, { country: 'Choose your country from the list.' }])
  await browser.submit('/profile/location', {
    country: 'IE',
    city: 'Dublin',
    postal_code: 'd02 f205',
    zip_code: '02118',
    seen,
  })
  expect(await readSignup(signup.id)).toMatchObject({
    country: 'IE',
    city: 'Dublin',
    postal_code: 'D02 F205',
    zip_code: null,
  })
  const now = propsOf(await browser.visit('/profile/location'), editPage).seen
  await browser.submit('/profile/location', { country: 'US', zip_code: ' 021181234 ', city: 'Boston', seen: now })
  expect(await readSignup(signup.id)).toMatchObject({ country: null, zip_code: '02118-1234', postal_code: null })
})

test('names of any script, emoji and markup are stored as typed', async () => {
  const { browser, signup, seen } = await openForm('/profile/contact', { email: 'eight@example.com' })
  const names = { first_name: '<script>alert(1)</script>', last_name: 'مريم 🎓' }
  await browser.submit('/profile/contact', { ...names, seen })
  expect(await readSignup(signup.id)).toMatchObject(names)
  expect(propsOf(await browser.visit('/profile/contact'), editPage).form.values).toMatchObject(names)
})

test('a person who is not verified is led to the sign-in page and back', async () => {
  for (const path of [
    '',
    '/contact',
    '/location',
    '/interests',
    '/email',
    '/devices',
    '/delete',
    '/data',
    '/data.json',
  ]) {
    const reply = await visitor.visit(`/profile${path}`)
    expect([path, reply.statusCode, reply.headers.location]).toEqual([
      path,
      302,
      `/sign-in?return_to=${encodeURIComponent(`/profile${path}`)}`,
    ])
  }
})
