import { codePage, spentCodeMessage } from '@alumni/shared/champions/sign-in'
import { confirmationPage, signupStepPage } from '@alumni/shared/champions/sign-up'
import { expect, test } from 'vitest'
import { Browser } from '../../../testing/browser.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { deleteMistypedSignup } from '../profile/delete-mistyped-signup.ts'
import { withdrawAnswers } from '../../publications/champion-answers.ts'
import { codeOf } from '../sign-in/testing/read-letter.ts'

const { visitor, db, sendLetters } = await buildTestApp()

async function signUpMei(email: string) {
  const browser = new Browser(visitor)
  const form = { first_name: 'Mei', last_name: 'Lin', email, zip_code: '02118', help_roles: 'mentor', consent: 'yes' }
  const reply = await browser.submit('/', form)
  const page = new URL(String(reply.headers.location)).pathname
  return { browser, page, shown: async (caller = browser) => propsOf(await caller.visit(page), confirmationPage) }
}

test('Mei reads in full what she typed, in her browser only, and enters the code on that page', async () => {
  const { browser, page, shown } = await signUpMei('mei@example.org')
  expect((await shown()).typed_email).toBe('mei@example.org')
  const elsewhere = await visitor.visit(page)
  expect(propsOf(elsewhere, confirmationPage)).toMatchObject({ signup: { email: 'm•••@e•••.org' } })
  expect(elsewhere.body).not.toContain('mei@example.org')
  const [letter] = await sendLetters()
  const reply = await browser.submit('/sign-in/code', { code: codeOf(letter!), email: 'mei@example.org' })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, '/profile'])
  expect(await shown()).toEqual(expect.not.objectContaining({ typed_email: expect.anything() }))
})

test('Mei corrects a mistyped address with one press, and the letter goes to the right one', async () => {
  const { browser, page, shown } = await signUpMei('mei@gmial.com')
  await sendLetters()
  const correctAddress = () => browser.submit(`${page}/again`, { email: 'mei@gmail.com' })
  const [once, twice] = [await correctAddress(), await correctAddress()]
  expect(once.headers.location).toMatch(/^\/signups\/[\w-]{36}$/)
  expect([once.headers.location, twice.headers.location]).not.toContain(page)
  expect(twice.headers.location).toBe(once.headers.location)
  const letters = await sendLetters()
  expect(letters.map(({ to }) => to)).toEqual(['mei@gmail.com'])
  expect(propsOf(await browser.visit(String(once.headers.location)), confirmationPage)).toMatchObject({
    typed_email: 'mei@gmail.com',
    signup: { first_name: 'Mei', address: ['02118', 'United States'] },
  })
  // Only the code of the other letter works in this browser now.
  expect((await shown()).typed_email).toBeUndefined()
  const reply = await browser.submit('/sign-in/code', { code: codeOf(letters[0]!), email: 'mei@gmail.com' })
  expect(reply.headers.location).toBe('/profile')
})

test('a program that filled in the honeypot gets no letter by correcting the address either', async () => {
  const browser = new Browser(visitor)
  const form = { first_name: 'Mei', last_name: 'Lin', email: 'trap@gmial.com', zip_code: '02118', consent: 'yes' }
  const reply = await browser.submit('/', { ...form, website: 'https://spam.example' })
  await browser.submit(`${new URL(String(reply.headers.location)).pathname}/again`, { email: 'trap@gmail.com' })
  expect(await sendLetters()).toEqual([])
})

test('after a wrong or short code Mei’s page stays, with the error above', async () => {
  const { browser, page } = await signUpMei('mei.code@example.org')
  await sendLetters()
  const fields = { email: 'mei.code@example.org', signup: page.split('/').at(-1)! }
  for (const [code, message] of [
    ['000000', spentCodeMessage],
    ['12 34', 'That is too short: the code has 6 digits.'],
  ] as const) {
    const reply = await browser.submit('/sign-in/code', { ...fields, code })
    expect(reply.statusCode).toBe(422)
    expect(propsOf(reply, confirmationPage)).toMatchObject({
      typed_email: 'mei.code@example.org',
      signup: { first_name: 'Mei' },
      form: { errors: { code: message }, values: { code } },
      id: fields.signup,
    })
  }
  // Only the browser that typed the address sees that page; others see the page with only the code field.
  const stranger = new Browser(visitor)
  await stranger.submit('/profile-link', { email: 'stranger@example.org' })
  const reply = await stranger.submit('/sign-in/code', { code: '000000', signup: fields.signup })
  expect(reply.body).not.toContain('Mei')
  expect(propsOf(reply, codePage).email).toBe('stranger@example.org')
})

test('Mei chooses another address, and her answers are filled in again', async () => {
  const { browser, page, shown } = await signUpMei('mei.other@example.org')
  await sendLetters()
  const again = await browser.submit(`${page}/again`, {})
  expect([again.statusCode, again.headers.location]).toEqual([303, '/?step=who&change=1#email'])
  const { form } = propsOf(await browser.visit('/?step=who&change=1'), signupStepPage)
  expect(form.values).toMatchObject({ first_name: 'Mei', last_name: 'Lin', email: 'mei.other@example.org' })
  const contact = { step: 'who', change: '1', first_name: 'Mei', last_name: 'Lin', email: 'mei.third@example.org' }
  expect((await browser.submit('/signups', contact)).headers.location).toBe('/?step=check')
  const reply = await browser.submit('/signups', { step: 'check', consent: 'yes' })
  expect((await sendLetters()).map(({ to }) => to)).toEqual(['mei.third@example.org'])
  expect(propsOf(await browser.visit(String(reply.headers.location)), confirmationPage)).toMatchObject({
    typed_email: 'mei.third@example.org',
    signup: { first_name: 'Mei', address: ['02118', 'United States'] },
  })
  // Only the code of the other letter works in this browser now.
  expect((await shown()).typed_email).toBeUndefined()
})

test('the signup with the mistyped address is deleted, unless its owner has confirmed it', async () => {
  const signupOf = (email: string) =>
    db.selectFrom('champion_signups').select('deleted_at').where('email', '=', email).executeTakeFirstOrThrow()
  const change = async (from: string, to: string) => {
    const { browser, page } = await signUpMei(from)
    return async () => {
      await browser.submit(`${page}/again`, {})
      await browser.visit('/?step=who&change=1')
      await browser.submit('/signups', { step: 'who', change: '1', first_name: 'Mei', last_name: 'Lin', email: to })
      await browser.submit('/signups', { step: 'check', consent: 'yes' })
      const jobs = await db
        .selectFrom('job_outbox')
        .select('data')
        .where('name', '=', 'delete-mistyped-signup')
        .orderBy('id', 'desc')
        .execute()
      const { draft } = jobs[0]!.data as { draft: number }
      for (let times = 0; times < 2; times++) await deleteMistypedSignup(db, { draft }, withdrawAnswers)
    }
  }
  await (
    await change('lin@gmial.com', 'lin@gmail.com')
  )()
  expect((await signupOf('lin@gmial.com')).deleted_at).not.toBeNull()
  expect((await signupOf('lin@gmail.com')).deleted_at).toBeNull()
  expect((await sendLetters()).map(({ to }) => to)).toEqual(['lin@gmail.com'])

  // The same address again
  await (
    await change('same@example.org', 'Same@Example.org')
  )()
  expect((await signupOf('same@example.org')).deleted_at).toBeNull()

  // The owner of the address has opened the letter meanwhile.
  const again = await change('owned@example.org', 'mine@example.org')
  const letter = (await sendLetters()).find(({ to }) => to === 'owned@example.org')!
  const owner = new Browser(visitor)
  const link = new URL(/http\S+\/sign-in\/link\S+/.exec(letter.text)![0])
  await owner.submit('/sign-in/link', { token: link.searchParams.get('token')! })
  await again()
  expect((await signupOf('owned@example.org')).deleted_at).toBeNull()
})

test('no one else can read the answers', async () => {
  const { page } = await signUpMei('mei.lin@example.org')
  const drafts = () => db.selectFrom('signup_drafts').select('id').execute()
  const before = await drafts()
  const stranger = new Browser(visitor)
  await stranger.submit('/profile-link', { email: 'stranger@example.org' })
  for (const browser of [stranger, new Browser(visitor)]) {
    const reply = await browser.submit(`${page}/again`, {})
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/sign-up'])
  }
  expect(await drafts()).toEqual(before)
})
