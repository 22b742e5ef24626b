import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { countryCodes } from '@alumni/shared/countries'
import { confirmationPage, signUpPage } from '@alumni/shared/champions/sign-up'
import { Browser } from '../../../testing/browser.ts'
import { createSignup } from '../../../testing/champions.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const { visitor, nobody, app, db, sendLetters } = await buildTestApp()

const siobhan = {
  first_name: 'Siobhán',
  last_name: 'O’Neil',
  email: 'siobhan@example.net',
  country: 'IE',
  city: 'Dublin',
  postal_code: 'd02 f205',
  consent: 'yes',
}
const signUp = (fields: Record<string, string>, browser = new Browser(visitor)) => browser.submit('/', fields)
const signupsOf = (email: string) =>
  db.selectFrom('champion_signups').selectAll().where('email', 'ilike', email).orderBy('id').execute()
const idOf = ({ headers }: { headers: Record<string, unknown> }) =>
  /^https:\/\/champions\.example\.edu(\/signups\/[0-9a-f-]{36})$/.exec(String(headers.location))?.[1]

test('Siobhán signs up on one page', async () => {
  expect(propsOf(await visitor.visit('/sign-up'), signUpPage).choices.countries).toHaveLength(countryCodes.length)
  const reply = await signUp(siobhan)
  const [signup] = await signupsOf(siobhan.email)
  expect([reply.statusCode, idOf(reply)]).toEqual([303, `/signups/${signup!.public_id}`])
  expect(signup).toMatchObject({
    status: 'completed',
    country: 'IE',
    city: 'Dublin',
    postal_code: 'D02 F205',
    zip_code: null,
  })
  expect((await sendLetters()).map(({ to }) => to)).toEqual([siobhan.email])
})

test('signing up works on the internal host too, and leads to the champions’ site', async () => {
  const reply = await nobody.submit('/', { ...siobhan, email: 'inside@example.net' })
  expect([reply.statusCode, idOf(reply) !== undefined]).toEqual([303, true])
  expect(await signupsOf('inside@example.net')).toMatchObject([{ source: 'one_page' }])
  const refused = await nobody.submit('/', { ...siobhan, email: 'nowhere' })
  expect([refused.statusCode, refused.body.includes('Enter an e-mail address such as')]).toEqual([422, true])
  const json = await nobody.post('/', { ...siobhan, email: 'nowhere' })
  expect([json.statusCode, Object.keys(json.json().fields)]).toEqual([422, ['email']])
})

test('all errors are shown at once, and no input is lost', async () => {
  const answers = {
    first_name: ' ',
    last_name: 'x'.repeat(201),
    email: 'a@b',
    country: 'US',
    zip_code: 'D02 F205',
    degree_year: '209',
    help_roles: 'mentor',
  }
  const reply = await signUp(answers)
  expect(reply.statusCode).toBe(422)
  const { form } = propsOf(reply, signUpPage)
  expect(form.values).toMatchObject(answers)
  expect(form.errors).toEqual({
    first_name: 'Enter your first name.',
    last_name: 'A last name can have at most 200 characters.',
    email: 'Enter an e-mail address such as name@example.com.',
    zip_code: 'A U.S. ZIP code has five digits, such as 02118. If you live elsewhere, choose your country above.',
    degree_year: 'Enter the year of your degree with four digits, such as 2009.',
    consent: 'Check the box if you agree to how we use your data.',
  })
})

describe('an address that has signed up before', () => {
  const peggy = { ...siobhan, first_name: 'Peggy', email: 'PEGGY@example.org' }

  test('gets the same reply as a new one, and its owner gets a sign-in letter', async () => {
    const existing = await createSignup(db, {
      email: 'peggy@example.org',
      first_name: 'Margaret',
      created_at: '2026-01-01',
    })
    await sendLetters()
    const [known, fresh] = [new Browser(visitor), new Browser(visitor)]
    const replies = [await signUp(peggy, known), await signUp({ ...peggy, email: 'fresh@example.org' }, fresh)]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303])
    expect(replies.map(idOf).every(Boolean)).toBe(true)
    const shape = (reply: (typeof replies)[number]) => [
      reply.body,
      Object.keys(reply.headers).toSorted(),
      reply.cookies.map(({ name, value, ...attributes }) => ({
        name,
        length: value.length,
        ...attributes,
        expires: null,
      })),
    ]
    expect(shape(replies[0]!)).toEqual(shape(replies[1]!))

    const pages = [await known.visit(idOf(replies[0]!)!), await fresh.visit(idOf(replies[1]!)!)]
    const [shownKnown, shownFresh] = pages.map((page) => propsOf(page, confirmationPage))
    expect(shownKnown).toEqual({
      is_verified: false,
      typed_email: peggy.email,
      signup: { ...shownFresh!.signup, email: 'P•••@e•••.org' },
    })
    expect(shownKnown!.signup!.first_name).toBe('Peggy')

    const letters = await sendLetters()
    expect(letters.map(({ to, subject }) => [to, subject.split(' ').slice(0, 4).join(' ')])).toEqual([
      ['peggy@example.org', 'You have already signed'],
      ['fresh@example.org', expect.stringContaining('Welcome to')],
    ])
    expect(letters[0]!.text).toContain('Hello Margaret,')
    expect(letters[0]!.text).toMatch(/sign-in\/link\?token=/)
    const after = await signupsOf('peggy@example.org')
    expect(after).toEqual([existing])
  })

  test('runs the same SQL statements', async () => {
    await createSignup(db, { email: 'counted@example.org', created_at: '2026-01-01' })
    const statements: string[][] = []
    for (const email of ['counted@example.org', 'uncounted@example.org']) {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      await signUp({ ...peggy, email })
      statements.push(query.mock.calls.map(([config]) => String((config as { text?: string }).text ?? config)))
      query.mockRestore()
    }
    expect(statements[0]!.length).toBeGreaterThan(8)
    expect(statements[0]).toEqual(statements[1])
  })

  test('can be used again after its signup was deleted', async () => {
    await createSignup(db, { email: 'gone@example.org', deleted_at: new Date() })
    await signUp({ ...siobhan, email: 'Gone@example.org' })
    expect((await signupsOf('gone@example.org')).map(({ deleted_at }) => deleted_at === null)).toEqual([false, true])
  })
})

test('50 forms at once make one signup of an address in any letter case, and one letter', async () => {
  await sendLetters()
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      signUp({ ...siobhan, email: index % 2 ? 'Many@Example.org' : 'many@example.ORG' }),
    ),
  )
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([303]))
  expect(await signupsOf('many@example.org')).toHaveLength(1)
  expect(await sendLetters()).toHaveLength(1)
})

test('a person who signs up again after a minute gets another letter, up to three', async () => {
  await sendLetters()
  const again = { ...siobhan, email: 'again@example.org' }
  const subjects = []
  for (let time = 0; time < 4; time++) {
    await signUp(again)
    subjects.push((await sendLetters()).map(({ subject }) => subject.split(' ').slice(0, 4).join(' ')))
  }
  const known = ['You have already signed']
  expect(subjects).toEqual([['Welcome to Bayside alumni'], known, known, []])
})

test.each([
  ['200 characters', 'x'.repeat(200)],
  ['200 emoji', '🎓'.repeat(200)],
  ['right to left', 'مريم'],
  ['one character', '李'],
  ['markup', '<script>alert(1)</script>'],
  ['quotes and a backslash', `O'Neil "Peg" \\ {x,y}`],
])('a name of %s is stored unchanged', async (kind, name) => {
  const email = `${kind.replaceAll(' ', '-')}@example.org`
  expect((await signUp({ ...siobhan, first_name: name, last_name: name, email })).statusCode).toBe(303)
  expect(await signupsOf(email)).toMatchObject([{ first_name: name, last_name: name }])
})

test.each(['\u200b=HYPERLINK("http://x")', ' \u00ad@SUM(A1)', '\u0007+1'])(
  'a name that starts with an invisible character (%j) is refused beside its field',
  async (name) => {
    const reply = await signUp({ ...siobhan, first_name: name, email: 'hidden@example.org' })
    expect(reply.statusCode).toBe(422)
    expect(reply.body).toContain('A first name begins with a character that cannot be seen.')
    expect(await signupsOf('hidden@example.org')).toEqual([])
  },
)

test('direction marks are removed from a name, and a name like an advertisement is left out of the letter', async () => {
  await signUp({ ...siobhan, first_name: 'Ada\u202e \n Lovelace', email: 'steered@example.org' })
  expect((await signupsOf('steered@example.org'))[0]!.first_name).toBe('Ada Lovelace')
  await sendLetters()
  await signUp({ ...siobhan, first_name: 'Win $500 at https://evil.example', email: 'victim@example.org' })
  const [letter] = await sendLetters()
  expect(letter!.text).not.toContain('evil.example')
  expect(letter!.html).not.toContain('evil.example')
})

test.each([
  ['02118', '02118'],
  [' 02118 ', '02118'],
  ['02118-1234', '02118-1234'],
  ['02118 1234', '02118-1234'],
  ['021181234', '02118-1234'],
  ['０２１１８', '02118'],
])('the ZIP code %j is read as %s', async (zipCode, stored) => {
  const email = `zip${encodeURIComponent(zipCode)}@example.org`
  await signUp({ ...siobhan, country: 'US', zip_code: zipCode, city: 'left out', email })
  expect(await signupsOf(email)).toMatchObject([{ country: null, zip_code: stored, city: null, postal_code: null }])
})

test.each(['D02 F205', '0211', '021189', 'SW1A 1AA', '02118-12'])(
  '%j is not a ZIP code, and the form says what to do',
  async (zip_code) => {
    const reply = await signUp({ ...siobhan, country: 'US', zip_code })
    expect(propsOf(reply, signUpPage).form.errors.zip_code).toContain('choose your country above')
  },
)

test('outside of the United States a city is required, a postal code is not, and the country must be in the list', async () => {
  const missing = await signUp({ ...siobhan, city: '', postal_code: '' })
  expect(propsOf(missing, signUpPage).form.errors).toEqual({ city: 'Enter the city or town that you live in.' })
  const nowhere = await signUp({ ...siobhan, country: 'XX' })
  expect(propsOf(nowhere, signUpPage).form.errors).toEqual({ country: 'Choose your country from the list.' })
  const reply = await signUp({ ...siobhan, postal_code: '', email: 'no-code@example.org' })
  expect(reply.statusCode).toBe(303)
})

test('values that are in no list are ignored', async () => {
  await signUp({
    ...siobhan,
    email: 'tampered@example.org',
    college_code: 'NONE',
    affinity_codes: 'NONE',
    help_roles: 'king',
  })
  expect(await signupsOf('tampered@example.org')).toMatchObject([
    { college_code: null, affinity_codes: [], help_roles: [] },
  ])
})

describe('the e-mail check', () => {
  const check = async (body: unknown) => {
    const reply = await visitor.post('/sign-up/email-check', body, { headers: { accept: 'application/json' } })
    return [reply.statusCode, reply.json()]
  }

  test('says whether an address has signed up, and nothing else', async () => {
    await createSignup(db, { email: 'Checked@example.org' })
    await createSignup(db, { email: 'deleted@example.org', deleted_at: new Date() })
    expect(await check({ email: ' checked@EXAMPLE.org ' })).toEqual([200, { known: true }])
    for (const email of ['deleted@example.org', 'unknown@example.org', '', 'no address'])
      expect(await check({ email })).toEqual([200, { known: false }])
    for (const body of [{}, { email: ['checked@example.org'] }, { email: null }])
      expect(await check(body)).toEqual([200, { known: false }])
    const form = await visitor.submit('/sign-up/email-check', { email: 'checked@example.org' })
    expect(form.json()).toEqual({ known: true })
  })

  test('says nothing to a program that fills in the honeypot', async () => {
    expect(await check({ email: 'checked@example.org', website: 'x' })).toEqual([200, { known: false }])
  })

  test('exists on the alumni’s site only', async () => {
    expect((await nobody.post('/sign-up/email-check', { email: 'checked@example.org' })).statusCode).toBe(404)
  })
})

test('a form of another site is refused', async () => {
  const reply = await app.inject({
    method: 'POST',
    url: '/',
    headers: { host: 'champions.example.edu', 'sec-fetch-site': 'cross-site', accept: 'text/html' },
    payload: siobhan,
  })
  expect(reply.statusCode).toBe(403)
})
