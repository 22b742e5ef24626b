import type { Insertable } from 'kysely'
import { describe, expect, test } from 'vitest'
import { homePage } from '@alumni/shared/home'
import { confirmationPage, signupCheckPage, signupStepPage, type SignupStep } from '@alumni/shared/champions/sign-up'
import { privacyPolicyVersion } from '@alumni/shared/champions/privacy-policy'
import type { Tables } from '../../foundations/database/tables.ts'
import { championCookies } from '../sign-in/cookies.ts'
import { codeOf } from '../sign-in/testing/read-letter.ts'
import { Browser } from '../../../testing/browser.ts'
import { createSignup, sessionCookieOf } from '../../../testing/champions.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const { visitor, db, config, sendLetters, asChampion } = await buildTestApp()
await db.insertInto('colleges').values({ code: 'ENG', name: 'College of Engineering' }).execute()
await db
  .insertInto('affinities')
  .values([
    { affinity_code: 'ATH01', name: 'Rowing', category: 'Athletics' },
    { affinity_code: 'VOC01', name: 'Chapel Choir', category: 'Vocal Ensembles' },
  ])
  .execute()

const majo = { first_name: 'María José', last_name: 'García Márquez', email: 'majo@gmail.com' }
const inBoston = { country: 'US', zip_code: '02118' }
const help = new URLSearchParams([
  ['help_roles', 'mentor'],
  ['help_roles', 'host'],
  ['affinity_codes', 'VOC01'],
  ['degree_year', '2009'],
  ['college_code', 'ENG'],
])
const consent = { consent: 'yes', privacy_policy_version: privacyPolicyVersion }

const post = (browser: Browser, step: SignupStep, fields: Record<string, string> | URLSearchParams) => {
  const body = new URLSearchParams(fields)
  body.set('step', step)
  return browser.submit('/signups', body)
}

async function readyToCheck(contact: Record<string, string> = majo): Promise<Browser> {
  const browser = new Browser(visitor)
  await post(browser, 'who', contact)
  await post(browser, 'where', inBoston)
  await post(browser, 'help', help)
  return browser
}

async function enterCodeOf(email: string): Promise<void> {
  await sendLetters()
  const browser = new Browser(visitor)
  await browser.submit('/profile-link', { email })
  const [letter] = await sendLetters()
  await browser.submit('/sign-in/code', { code: codeOf(letter!) })
}

const withoutSecret = ({ value, expires: _, ...cookie }: { value: string; expires?: Date }) => ({
  ...cookie,
  length: value.length,
})

const signupsOf = (email: string) =>
  db.selectFrom('champion_signups').selectAll().where('email', 'ilike', email).orderBy('id').execute()
const eventsOf = async (signup: number) =>
  (await db.selectFrom('activity_events').select('type').where('signup_id', '=', signup).orderBy('id').execute()).map(
    ({ type }) => type,
  )

test('María José signs up step by step, and gets one letter that signs her in', async () => {
  const browser = new Browser(visitor)
  propsOf(await browser.visit('/'), homePage)
  const steps = [
    await post(browser, 'who', majo),
    await post(browser, 'where', inBoston),
    await post(browser, 'help', help),
  ]
  expect(steps.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
    [303, '/?step=where'],
    [303, '/?step=help'],
    [303, '/?step=check'],
  ])
  const { rows } = propsOf(await browser.visit('/?step=check'), signupCheckPage)
  expect(rows.map(({ key, value }) => [key, value.join('; ')])).toEqual([
    ['Name', 'María José García Márquez'],
    ['Former last name', ''],
    ['E-mail address', 'majo@gmail.com'],
    ['Where you live', '02118; United States'],
    ['Ways to help', 'Mentor a student or a recent graduate; Host a gathering, or help with one'],
    ['Interests', 'Chapel Choir'],
    ['Year of degree', '2009'],
    ['College', 'College of Engineering'],
  ])
  expect(await signupsOf(majo.email)).toEqual([])

  const reply = await post(browser, 'check', consent)
  const [signup, ...others] = await signupsOf(majo.email)
  expect(others).toEqual([])
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `/signups/${signup!.public_id}`])
  expect(signup).toMatchObject({
    ...majo,
    status: 'completed',
    country: null,
    zip_code: '02118',
    degree_year: 2009,
    college_code: 'ENG',
    affinity_codes: ['VOC01'],
    help_roles: ['mentor', 'host'],
    privacy_policy_version: privacyPolicyVersion,
    buid: null,
    google_uid: null,
    source: 'wizard',
  })
  expect(signup!.consented_at).not.toBeNull()
  expect(signup!.completed_at).not.toBeNull()
  expect(await eventsOf(signup!.id)).toEqual(['signup_started', 'signup_completed', 'signin_requested'])
  const [letter, ...more] = await sendLetters()
  expect(more).toEqual([])
  expect(letter).toMatchObject({ to: majo.email, subject: expect.stringContaining('Welcome') })
  expect(letter!.text).toContain('Hello María José,')
  expect(letter!.text).toMatch(/https:\/\/champions\.example\.edu\/sign-in\/link\?token=/)

  const confirmation = propsOf(await browser.visit(reply.headers.location!), confirmationPage)
  expect(confirmation).toEqual({
    is_verified: false,
    typed_email: majo.email,
    signup: {
      first_name: 'María José',
      last_name: 'García Márquez',
      email: 'm•••@g•••.com',
      address: ['02118', 'United States'],
      phone: null,
    },
  })
  const verified = await asChampion(signup!)
  expect(propsOf(await verified.visit(reply.headers.location!), confirmationPage)).toMatchObject({
    is_verified: true,
    signup: { email: 'majo@gmail.com' },
  })
})

describe('a stranger who typed someone else’s address', () => {
  const siobhan = { first_name: 'Siobhán', last_name: 'O’Neil', email: 'siobhan@example.co.uk' }
  const maskedSiobhan = {
    first_name: 'Siobhán',
    last_name: 'O’Neil',
    email: 's•••@e•••.uk',
    address: ['02118', 'United States'],
  }
  const later = { first_name: 'Sive', phone: '+353 1 234 5667', street: '1 Secret Lane', city: 'Dublin', country: 'IE' }
  const confirmationFor = async (caller: { visit: Browser['visit'] }, page: string) =>
    propsOf(await caller.visit(page), confirmationPage)

  test('reads only what they typed, whatever the owner or staff change later', async () => {
    const stranger = await readyToCheck(siobhan)
    const page = (await post(stranger, 'check', consent)).headers.location!
    const [signupOfSiobhan] = await signupsOf(siobhan.email)
    const other = await createSignup(db, { email: 'other-champion@example.org', first_name: 'Orla', city: 'Galway' })
    const change = (signup: number, fields: Partial<Insertable<Tables['champion_signups']>>) =>
      db.updateTable('champion_signups').set(fields).where('id', '=', signup).execute()
    const others = [stranger, visitor, await asChampion(await createSignup(db, { email: 'third@example.org' }))]
    const readByOthers = () => Promise.all(others.map((caller) => confirmationFor(caller, page)))

    await change(signupOfSiobhan!.id, { ...later, zip_code: null })
    for (const confirmation of await readByOthers())
      expect(confirmation).toMatchObject({ is_verified: false, signup: { ...maskedSiobhan, phone: null } })
    await change(signupOfSiobhan!.id, { deleted_at: new Date(), merged_into_id: other.id })
    for (const confirmation of await readByOthers()) expect(confirmation.signup).toMatchObject(maskedSiobhan)
    const { is_verified, signup } = await confirmationFor(await asChampion(other), page)
    expect([is_verified, signup!.first_name]).toEqual([true, 'Orla'])

    await change(signupOfSiobhan!.id, { deleted_at: null, merged_into_id: null })
    await enterCodeOf(siobhan.email)
    for (const confirmation of await readByOthers()) expect(confirmation).toEqual({ is_verified: false, signup: null })
    const confirmation = await confirmationFor(await asChampion(signupOfSiobhan!), page)
    expect(confirmation).toMatchObject({ is_verified: true, signup: { first_name: 'Sive', phone: later.phone } })
    expect(confirmation.signup!.address).toContain(later.street)
    await change(signupOfSiobhan!.id, { deleted_at: new Date() })
    expect((await stranger.visit(page)).statusCode).toBe(404)
  })

  test('learns nothing about an address that had signed up before', async () => {
    const existing = await createSignup(db, { email: 'before@example.org', ...later, zip_code: null })
    await enterCodeOf(existing.email)
    const stranger = await readyToCheck({ ...siobhan, email: existing.email })
    const page = (await post(stranger, 'check', consent)).headers.location!
    expect((await confirmationFor(stranger, page)).signup).toMatchObject({ first_name: 'Siobhán', phone: null })
    await enterCodeOf(existing.email)
    expect((await confirmationFor(stranger, page)).signup).toBeNull()
  })

  test('finds nothing on the page of an old signup, and no page at another address', async () => {
    const { public_id } = await createSignup(db, { email: 'old@example.org', ...later })
    expect(await confirmationFor(visitor, `/signups/${public_id}`)).toEqual({ is_verified: false, signup: null })
    for (const id of ['1', '3f0f3c53-32f5-4f52-9d2e-8b0d6c2f5d11'])
      expect((await visitor.visit(`/signups/${id}`)).statusCode).toBe(404)
  })
})

test('Peggy’s input survives errors, reload, back, a second tab and a day', async () => {
  const browser = new Browser(visitor)
  const answers = { first_name: 'Peggy', last_name: 'O’Neil', former_last_name: 'Jones', email: 'peggy@nowhere' }
  const refused = await post(browser, 'who', answers)
  expect(refused.statusCode).toBe(422)
  expect(propsOf(refused, homePage).form).toMatchObject({
    values: answers,
    errors: { email: 'Enter an e-mail address such as name@example.com.' },
  })
  const reload = propsOf(await browser.visit('/?step=who'), homePage).form
  expect(reload.values).toMatchObject(answers)
  expect(reload.errors).toEqual({})

  await post(browser, 'who', { ...answers, email: 'peggy@example.org' })
  const secondTab = new Browser(visitor)
  for (const [name, value] of browser.cookies) secondTab.cookies.set(name, value)
  await Promise.all([
    post(browser, 'where', { country: 'IE', city: 'Cork', zip_code: 'x' }),
    post(secondTab, 'help', help),
  ])
  await db
    .updateTable('signup_drafts')
    .set({ updated_at: new Date(Date.now() - 26 * 3600_000) })
    .execute()
  expect(propsOf(await browser.visit('/?step=who'), homePage).form.values).toMatchObject({
    former_last_name: 'Jones',
  })
  expect(propsOf(await browser.visit('/?step=where'), signupStepPage).form.values).toMatchObject({
    country: 'IE',
    city: 'Cork',
    zip_code: 'x',
  })
  expect(propsOf(await secondTab.visit('/?step=help'), signupStepPage).form.values).toMatchObject({
    help_roles: ['mentor', 'host'],
    affinity_codes: ['VOC01'],
    degree_year: '2009',
  })
  expect((await browser.visit('/?step=check')).statusCode).toBe(200)
  await db
    .updateTable('signup_drafts')
    .set({ updated_at: new Date(Date.now() - 8 * 24 * 3600_000) })
    .execute()
  expect((await browser.visit('/?step=check')).headers.location).toBe('/?step=who')
})

test('a Change link returns to the check page once the changed answer is valid', async () => {
  const browser = await readyToCheck({ ...majo, email: 'change@example.org' })
  expect(propsOf(await browser.visit('/?step=where&change=1'), signupStepPage).is_change).toBe(true)
  const changed = await post(browser, 'where', { country: 'FR', city: 'Lyon', postal_code: '69001', change: '1' })
  expect([changed.statusCode, changed.headers.location]).toEqual([303, '/?step=check'])
  const { rows } = propsOf(await browser.visit('/?step=check'), signupCheckPage)
  expect(rows.find(({ href }) => href.startsWith('/?step=where'))!.value).toEqual(['69001 Lyon', 'France'])
  const refused = await post(browser, 'where', { country: 'FR', city: '', change: '1' })
  expect(refused.statusCode).toBe(422)
  expect(propsOf(refused, signupStepPage)).toMatchObject({
    is_change: true,
    form: { errors: { city: 'Enter the city or town that you live in.' } },
  })
})

test.each(['where', 'help', 'check'] as const)(
  'opening %s without the earlier answers leads to them, and keeps what was posted',
  async (step) => {
    const browser = new Browser(visitor)
    if (step !== 'where' && step !== 'help') {
      const reply = await browser.visit(`/?step=${step}`)
      expect([reply.statusCode, reply.headers.location]).toEqual([302, '/?step=who'])
    }
    const reply = await post(browser, step, { ...inBoston, ...consent, degree_year: '1999' })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/?step=who'])
    await post(browser, 'who', { ...majo, email: 'led@example.org' })
    const { values } = propsOf(await browser.visit('/?step=where'), signupStepPage).form
    expect(values.zip_code).toBe(step === 'where' ? '02118' : undefined)
    expect(await signupsOf('led@example.org')).toEqual([])
  },
)

test('consent is asked for below the answers, names its version, and is asked for again if the policy has changed', async () => {
  const browser = await readyToCheck({ ...majo, email: 'consent@example.org' })
  const without = await post(browser, 'check', { privacy_policy_version: privacyPolicyVersion })
  expect(without.statusCode).toBe(422)
  expect(propsOf(without, signupCheckPage).rows[0]!.value).toEqual(['María José García Márquez'])
  expect(propsOf(without, signupCheckPage).form.errors).toEqual({
    consent: 'Check the box if you agree to how we use your data.',
  })
  const outdated = await post(browser, 'check', { consent: 'yes', privacy_policy_version: '2019-01-01' })
  expect(outdated.statusCode).toBe(422)
  expect(propsOf(outdated, signupCheckPage).form.errors.consent).toContain('has changed')
  expect(await signupsOf('consent@example.org')).toEqual([])
})

test('the consent step of an earlier release’s page submits the signup', async () => {
  const browser = await readyToCheck({ ...majo, email: 'fifth@example.org' })
  const page = await browser.visit('/?step=consent')
  expect([page.statusCode, page.headers.location]).toEqual([301, '/?step=check'])
  const reply = await browser.submit('/signups', { step: 'consent', ...consent })
  const [signup] = await signupsOf('fifth@example.org')
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `/signups/${signup!.public_id}`])
})

test('a double submit, back and reload after the end make one signup, one confirmation and one letter', async () => {
  await sendLetters()
  const browser = await readyToCheck({ ...majo, email: 'twice@example.org' })
  const replies = await Promise.all(Array.from({ length: 6 }, () => post(browser, 'check', consent)))
  const [signup, ...others] = await signupsOf('twice@example.org')
  expect(others).toEqual([])
  const confirmation = `/signups/${signup!.public_id}`
  expect(new Set(replies.map(({ statusCode, headers }) => `${statusCode} ${headers.location}`))).toEqual(
    new Set([`303 ${confirmation}`]),
  )
  for (const step of ['where', 'help', 'check'] as const) {
    expect((await browser.visit(`/?step=${step}`)).headers.location).toBe(confirmation)
    expect((await post(browser, step, { ...inBoston, ...consent })).headers.location).toBe(confirmation)
  }
  expect(await sendLetters()).toHaveLength(1)
  expect(await eventsOf(signup!.id)).toEqual(['signup_started', 'signup_completed', 'signin_requested'])
  // The next person at this browser gets an empty form.
  expect(propsOf(await browser.visit('/?step=who'), homePage).form.values).toEqual({})
})

test('the first step is on the home page and keeps its input, and changing it later has its own page', async () => {
  const browser = new Browser(visitor)
  const empty = propsOf(await browser.visit('/'), homePage)
  expect([empty.form, empty.has_google]).toEqual([{ values: {}, errors: {} }, false])
  const refused = await post(browser, 'who', { ...majo, last_name: '', email: 'home@example.org' })
  expect(refused.statusCode).toBe(422)
  expect(propsOf(refused, homePage)).toMatchObject({
    form: { values: { first_name: 'María José' }, errors: { last_name: 'Enter your last name.' } },
    events: [],
  })
  for (const address of ['/', '/?step=who', '/?step=nothing'])
    expect(propsOf(await browser.visit(address), homePage).form.values).toMatchObject({ email: 'home@example.org' })
  expect((await post(browser, 'who', majo)).headers.location).toBe('/?step=where')
  expect(propsOf(await browser.visit('/?step=who&change=1'), signupStepPage).form.values).toMatchObject(majo)
  const wrong = await post(browser, 'who', { ...majo, email: '', change: '1' })
  expect(propsOf(wrong, signupStepPage).form.errors).toEqual({ email: 'Enter your e-mail address.' })
})

test('the drafts of two browsers are separate', async () => {
  const browser = await readyToCheck({ ...majo, email: 'mine@example.org' })
  const stranger = new Browser(visitor)
  stranger.cookies.set(championCookies(config).draft.name, 'x'.repeat(43))
  expect(propsOf(await stranger.visit('/?step=who'), homePage).form.values).toEqual({})
  expect(propsOf(await browser.visit('/?step=who'), homePage).form.values.email).toBe('mine@example.org')
})

test('a verified person cannot start a signup', async () => {
  const signup = await createSignup(db, { email: 'verified@example.org' })
  const browser = new Browser(visitor)
  const [name, value] = (await sessionCookieOf(db, config, signup)).split('=') as [string, string]
  browser.cookies.set(name, value)
  for (const url of ['/?step=who', '/?step=where', '/sign-up'])
    expect((await browser.visit(url)).headers.location).toBe('/profile')
})

test('a program that fills in invisible fields gets the same reply, and nothing happens', async () => {
  await sendLetters()
  const browser = await readyToCheck({ ...majo, email: 'trap@example.org', website: 'https://spam.example' })
  const reply = await post(browser, 'check', consent)
  expect(reply.statusCode).toBe(303)
  const person = await post(await readyToCheck({ ...majo, email: 'real@example.org' }), 'check', consent)
  await sendLetters()
  expect(reply.cookies.map(withoutSecret)).toEqual(person.cookies.map(withoutSecret))
  expect((await browser.visit('/sign-in/code')).statusCode).toBe(200)
  expect(propsOf(await browser.visit(reply.headers.location!), confirmationPage).signup).toMatchObject({
    first_name: 'María José',
  })
  expect(await signupsOf('trap@example.org')).toEqual([])
  expect(await sendLetters()).toEqual([])
})

test('the form has the data of the Google sign-in', async () => {
  const { createDraft } = await import('../record/signup-drafts.ts')
  const { token } = await createDraft(db, config, majo, 'google')
  const browser = new Browser(visitor)
  browser.cookies.set(championCookies(config).draft.name, token)
  expect(propsOf(await browser.visit('/?step=who'), homePage).form.values).toEqual(majo)
})

test('a program gets its errors in JSON', async () => {
  const reply = await visitor.post(
    '/signups',
    { step: 'who', first_name: 'Ana' },
    { headers: { accept: 'application/json' } },
  )
  expect([reply.statusCode, reply.json().fields]).toEqual([
    422,
    { last_name: 'Enter your last name.', email: 'Enter your e-mail address.' },
  ])
})
