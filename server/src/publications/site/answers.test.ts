import { dataPage } from '@alumni/shared/champions/profile'
import { answerQuery, confirmAnswerPage } from '@alumni/shared/publications/answers'
import { eventPage } from '@alumni/shared/publications/content'
import { opportunityPage } from '@alumni/shared/publications/opportunities'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { Browser } from '../../../testing/browser.ts'
import { createSignup } from '../../../testing/champions.ts'
import { letterOf, markTested } from '../../../testing/list-letters.ts'
import { propsOf, viewOf } from '../../../testing/portal-view.ts'
import { championCookies } from '../../champions/sign-in/cookies.ts'
import { rememberDevice } from '../../champions/sign-in/devices.ts'
import { pruneIdentity } from '../../champions/sign-in/prune.ts'
import { eraseDeletedSignups } from '../../champions/profile/erase-signups.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import { advanceLetters } from '../list-letters/advance.ts'
import { buildContentStory, inHours } from '../testing/content-story.ts'

const story = await buildContentStory({ env: { INSTITUTION_ADDRESS: '1 College Street, Bayside, MA 02000' } })
const { as, signUpPerson, config, createEvent, db, sendLetters, setEvent, statuses, visitor } = story
const stan = await as('staff')
let people = 0
// Each test sees only its own letters.
afterEach(() => sendLetters())

type Event = { id: number; slug: string }
const addAlumna = (values: object = {}) => {
  const buid = `B${String(2000 + ++people).padStart(8, '0')}`
  const row = { buid, first_name: 'Peggy', last_name: 'Jones', primary_email: `peggy${people}@example.org`, ...values }
  return db
    .insertInto('alumni')
    .values(row)
    .returning(['id', 'buid', 'primary_email as email'])
    .executeTakeFirstOrThrow()
}
type Alumna = Awaited<ReturnType<typeof addAlumna>>

async function invite(alumna: { buid: string }, subject: object): Promise<string> {
  const letter = letterOf({ ...subject, replies_to: 'office', list: { from: 'people', buids: [alumna.buid] } })
  const draft = (await stan.post('/letters', letter)).json<{ id: number; version: number }>()
  await markTested(db)
  const sent = await stan.post(`/letters/${draft.id}/send`, { version: draft.version, written_to: 1 })
  expect([sent.statusCode, sent.body]).toEqual([200, expect.anything()])
  const published_at = sql<string>`now() - interval '1 minute'`
  await db.updateTable('list_letters').set({ published_at }).where('id', '=', draft.id).execute()
  await advanceLetters({ db, config })
  const url = new URL(/https?:\S+\?as=\S+/.exec((await sendLetters()).at(-1)!.text)![0])
  return url.pathname + url.search
}
const peggy = { first_name: 'Peggy', last_name: 'Jones', consent: 'yes' }
const answer = (browser: Browser, page: string, fields: Record<string, string> = {}) => {
  const { pathname, searchParams } = new URL(page, 'https://x')
  const as = searchParams.get('as')
  return browser.submit(`${pathname}/rsvps`, { reply: 'yes', ...peggy, ...(as && { as }), ...fields })
}
const linkOf = ({ text }: Message) => /\/answers\/confirm\?token=[\w-]{43}/.exec(text)![0]
const confirm = (browser: Browser, link: string, fields: object = {}) =>
  browser.submit('/answers/confirm', { token: link.split('=')[1]!, ...fields })
const eventOf = async (browser: Browser, page: string) => propsOf(await browser.visit(page), eventPage)
const signupsOf = (email: string) =>
  db.selectFrom('champion_signups').selectAll().where('email', '=', email).where('deleted_at', 'is', null).execute()
async function requestYes(page: string, fields: Record<string, string> = {}): Promise<string> {
  expect((await answer(new Browser(visitor), page, fields)).statusCode).toBe(303)
  return linkOf((await sendLetters()).at(-1)!)
}
const pageOf = ({ slug }: Event) => `/events/${slug}`
const newAddress = () => `stranger${++people}@example.net`

test('Peggy, who never signed up, says yes with a guest by her letter’s link, and confirms with one e-mail', async () => {
  const [event, alumna] = [await createEvent({ places: 5 }), await addAlumna()]
  const page = await invite(alumna, { event_id: event.id })
  const browser = new Browser(visitor)
  const eventView = await browser.visit(page)
  expect(propsOf(eventView, eventPage)).toMatchObject({ mine: null, answering: { done: null, said_no: false } })
  expect(eventView.body).not.toMatch(/peggy|Jones/i)

  const sent = await answer(browser, page, { guests: '1' })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, `${page}&done=yes#answer`])
  const after = await browser.visit(sent.headers.location as string)
  expect(propsOf(after, eventPage).answering.done).toBe('yes')
  expect(after.body).not.toMatch(/peggy|Jones/i)
  const [letter, ...others] = await sendLetters()
  expect([letter!.to, letter!.subject, others]).toEqual([alumna.email, 'Confirm your answer: Homecoming', []])
  expect(letter!.text).toContain('Someone, probably you, said yes to “Homecoming,” with 1 guest.')
  expect(propsOf(after, eventPage).event.places_left).toBe(5)
  expect(await statuses(event)).toEqual({})

  const link = linkOf(letter!)
  for (const method of ['GET', 'HEAD'] as const) await visitor.request({ method, url: link })
  const linkView = await browser.visit(link)
  expect([linkView.statusCode, linkView.headers['referrer-policy']]).toEqual([200, 'no-referrer'])
  expect(propsOf(linkView, confirmAnswerPage)).toMatchObject({
    about: { said: 'yes to “Homecoming,” with 1 guest.' },
    problem: null,
    is_confirmed: false,
  })
  expect(linkView.body).not.toContain(alumna.email)
  expect([await statuses(event), await signupsOf(alumna.email!)]).toEqual([{}, []])

  const confirmation = await confirm(browser, link)
  expect([confirmation.statusCode, confirmation.headers.location]).toEqual([303, `${pageOf(event)}#answer`])
  // A repeated request gets the same reply.
  const again = await confirm(browser, link)
  expect([again.statusCode, again.headers.location]).toEqual([303, `${pageOf(event)}#answer`])
  const eventPageData = await eventOf(browser, pageOf(event))
  expect([eventPageData.mine, eventPageData.event.places_left]).toMatchObject([{ status: 'going', guests: 1 }, 3])
  expect(await signupsOf(alumna.email!)).toMatchObject([{ buid: alumna.buid, first_name: 'Peggy', status: 'started' }])
  expect((await sendLetters()).map(({ subject }) => subject)).toEqual(['You are going: Homecoming'])

  // Another browser learns that the link was used, and is not signed in.
  const stranger = new Browser(visitor)
  expect(propsOf(await confirm(stranger, link), confirmAnswerPage)).toMatchObject({ is_confirmed: true, problem: null })
  expect((await eventOf(stranger, pageOf(event))).mine).toBeNull()
  expect(await signupsOf(alumna.email!)).toHaveLength(1)
})

test('on the public page a known and an unknown address get the same reply, and each answer belongs to the address’s owner', async () => {
  const event = await createEvent()
  const known = await createSignup(db, { email: newAddress(), first_name: 'Rosa' })
  const unknown = newAddress()
  const replies = [known.email, unknown].map(async (email) => {
    const { statusCode, headers } = await answer(new Browser(visitor), pageOf(event), { email })
    return [statusCode, headers.location]
  })
  const [first, second] = await Promise.all(replies)
  expect(first).toEqual([303, `${pageOf(event)}?done=yes#answer`])
  expect(second).toEqual(first)
  const letters = await sendLetters()
  expect(letters.map(({ to }) => to).toSorted()).toEqual([known.email, unknown].toSorted())
  for (const letter of letters) await confirm(new Browser(visitor), linkOf(letter))
  expect(await statuses(event)).toEqual({ Rosa: 'going', Peggy: 'going' })
  expect(await signupsOf(known.email)).toMatchObject([{ id: known.id, first_name: 'Rosa', last_name: known.last_name }])
  const made = await signupsOf(unknown)
  expect(made).toMatchObject([
    { buid: null, privacy_policy_version: expect.any(String), consented_at: expect.anything() },
  ])
})

test('a no by a letter’s link is stored as unconfirmed, and a confirmed yes replaces it', async () => {
  const [event, alumna] = [await createEvent(), await addAlumna()]
  const page = await invite(alumna, { event_id: event.id })
  const browser = new Browser(visitor)
  const readDeclined = () =>
    db
      .selectFrom('list_letter_recipients as r')
      .innerJoin('list_letters as t', 't.id', 'r.letter_id')
      .select('r.declined_at')
      .where('t.event_id', '=', event.id)
      .executeTakeFirstOrThrow()
  const reply = await answer(browser, page, { reply: 'no', first_name: '', consent: '' })
  expect(reply.headers.location).toBe(`${page}&done=no#answer`)
  expect((await eventOf(browser, page)).answering).toMatchObject({ said_no: true })
  expect([await sendLetters(), (await readDeclined()).declined_at]).toEqual([[], expect.anything()])
  // She gets no reminder.
  const list = { event_id: event.id, list: { from: 'people', buids: [alumna.buid] } }
  const readLeftOut = async () =>
    (await stan.post('/letters/reach', letterOf(list))).json<{ left_out: object }>().left_out
  expect(await readLeftOut()).toEqual({ answered: 1 })
  // A pending yes does not count.
  const link = await requestYes(page)
  expect((await readDeclined()).declined_at).not.toBeNull()
  await confirm(browser, link)
  expect([(await readDeclined()).declined_at, await statuses(event)]).toEqual([null, { Peggy: 'going' }])
  // The link of the letter cannot cancel a confirmed place.
  await answer(new Browser(visitor), page, { reply: 'no' })
  expect(await statuses(event)).toEqual({ Peggy: 'going' })
})

test('a no without a letter gets a thank-you, and nothing is stored', async () => {
  const event = await createEvent()
  const reply = await answer(new Browser(visitor), pageOf(event), { reply: 'no', email: newAddress() })
  expect(reply.headers.location).toBe(`${pageOf(event)}?done=no#answer`)
  expect([await sendLetters(), await statuses(event)]).toEqual([[], {}])
})

test('confirming joins the waiting list if the last place is taken meanwhile, and says so', async () => {
  const event = await createEvent({ places: 1 })
  const link = await requestYes(pageOf(event), { email: newAddress() })
  const { browser: rosa } = await signUpPerson('Rosa')
  await story.rsvp(rosa, event)
  await sendLetters()
  const browser = new Browser(visitor)
  await confirm(browser, link)
  expect((await eventOf(browser, pageOf(event))).mine).toMatchObject({ status: 'waiting', place_in_line: 1 })
  expect((await sendLetters())[0]!.subject).toBe('You are on the waiting list: Homecoming')
})

test.each([
  ['was canceled', { cancelled_at: inHours(0) }, 'This event has been canceled and no longer takes answers.'],
  ['is over', { starts_at: inHours(-5) }, 'This event has already started, so answers can no longer be changed.'],
  ['takes fewer guests', { max_guests: 0 }, 'This event is for champions only, without guests.'],
])('an answer to an event that %s meanwhile is not confirmed, and no one is signed up', async (_, changes, problem) => {
  const event = await createEvent()
  const email = newAddress()
  const link = await requestYes(pageOf(event), { email, guests: '1' })
  await setEvent(event, changes)
  const browser = new Browser(visitor)
  const reply = await confirm(browser, link)
  expect([reply.statusCode, propsOf(reply, confirmAnswerPage)]).toMatchObject([410, { problem, is_late: false }])
  expect([await signupsOf(email), await statuses(event), [...browser.cookies.keys()]]).toEqual([
    [],
    {},
    ['__Host-champion_press'],
  ])
  // The e-mail cannot be requested again, and the typed values are kept.
  const again = await answer(browser, pageOf(event), { email, guests: '1' })
  expect([again.statusCode, propsOf(again, eventPage).form]).toMatchObject([
    422,
    { values: { email, first_name: 'Peggy' } },
  ])
})

test('an expired link offers a new e-mail with the same answer, and a forged one redirects', async () => {
  const event = await createEvent()
  const email = newAddress()
  const link = await requestYes(pageOf(event), { email, guests: '2' })
  await db
    .updateTable('pending_answers')
    .set({ expires_at: sql<string>`now()` })
    .where('email', '=', email)
    .execute()
  const browser = new Browser(visitor)
  for (const reply of [await browser.visit(link), await confirm(browser, link)]) {
    expect([reply.statusCode, propsOf(reply, confirmAnswerPage)]).toMatchObject([410, { is_late: true }])
    expect(reply.body).not.toContain(email)
  }
  expect((await confirm(browser, link, { again: 'yes' })).headers.location).toBe(`${pageOf(event)}?done=yes#answer`)
  const renewed = linkOf((await sendLetters())[0]!)
  expect((await browser.visit(link)).statusCode).toBe(410)
  await confirm(browser, renewed)
  expect((await eventOf(browser, pageOf(event))).mine).toMatchObject({ status: 'going', guests: 2 })

  for (const forged of ['/answers/confirm', '/answers/confirm?token=x', renewed.replace(/.{9}$/, 'xxxxxxxxx')]) {
    const reply = await visitor.visit(forged)
    expect([reply.statusCode, propsOf(reply, confirmAnswerPage)]).toMatchObject([410, { about: null, is_late: false }])
    expect((await confirm(new Browser(visitor), `=${forged.split('=')[1] ?? ''}`)).statusCode).toBe(410)
    expect((await confirm(new Browser(visitor), `=${forged.split('=')[1] ?? ''}`, { again: 'yes' })).statusCode).toBe(
      410,
    )
  }
})

test('a forged letter link, one about another event, and one of a deceased alumna ask for an address', async () => {
  const [event, other, alumna] = [await createEvent(), await createEvent(), await addAlumna()]
  const page = await invite(alumna, { event_id: event.id })
  const { as } = answerQuery.parse(Object.fromEntries(new URL(page, 'https://x').searchParams))
  const asksForAddress = async (path: string) => (await eventOf(new Browser(visitor), path)).answering.as === null
  expect([
    await asksForAddress(page),
    await asksForAddress(`${pageOf(other)}?as=${as}`),
    await asksForAddress(page.replace(/.$/, 'x')),
  ]).toEqual([false, true, true])
  await db.updateTable('alumni').set({ deceased: true }).where('buid', '=', alumna.buid).execute()
  expect(await asksForAddress(page)).toBe(true)
  const refused = await answer(new Browser(visitor), page)
  expect([refused.statusCode, propsOf(refused, eventPage).form.errors]).toEqual([
    422,
    { email: 'Enter your e-mail address.' },
  ])
  expect(await sendLetters()).toEqual([])
})

const endings: [string, (alumna: Alumna) => Promise<unknown>, { isLinked: boolean }][] = [
  ['opted out', ({ buid }) => setAlumna(buid, { do_not_email: true }), { isLinked: true }],
  ['died', ({ buid }) => setAlumna(buid, { deceased: true }), { isLinked: false }],
  ['lost the address to another alumna', loseAddress, { isLinked: false }],
  [
    'has another signup',
    ({ buid }) => createSignup(db, { email: newAddress(), buid, status: 'linked' }),
    { isLinked: false },
  ],
]
const setAlumna = (buid: string, values: object) =>
  db.updateTable('alumni').set(values).where('buid', '=', buid).execute()
async function loseAddress({ buid, email }: Alumna) {
  await setAlumna(buid, { primary_email: 'other@example.org' })
  await addAlumna({ primary_email: email })
}

test.each(endings)('the place of an alumna who %s since her yes is still confirmed', async (_, end, { isLinked }) => {
  const [event, alumna] = [await createEvent(), await addAlumna()]
  const link = await requestYes(await invite(alumna, { event_id: event.id }))
  await end(alumna)
  await confirm(new Browser(visitor), link)
  expect(await statuses(event)).toEqual({ Peggy: 'going' })
  expect(await signupsOf(alumna.email!)).toMatchObject([{ buid: isLinked ? alumna.buid : null }])
})

test('an address that has signed up since answers with its signup', async () => {
  const [event, alumna] = [await createEvent(), await addAlumna()]
  const page = await invite(alumna, { event_id: event.id })
  const rosa = await createSignup(db, { email: alumna.email!, first_name: 'Rosa' })
  await confirm(new Browser(visitor), await requestYes(page))
  expect(await statuses(event)).toEqual({ Rosa: 'going' })
  expect(await signupsOf(rosa.email)).toMatchObject([{ id: rosa.id, buid: null }])
})

test('simultaneous answers and confirmations make one signup with one place', async () => {
  const event = await createEvent({ places: 10 })
  const other = await createEvent()
  const email = newAddress()
  const links = [await requestYes(pageOf(event), { email, guests: '1' }), await requestYes(pageOf(event), { email })]
  links.push(await requestYes(pageOf(other), { email }))
  await Promise.all(links.flatMap((link) => [1, 2].map(() => confirm(new Browser(visitor), link))))
  expect(await signupsOf(email)).toHaveLength(1)
  expect([await statuses(event), await statuses(other)]).toEqual([{ Peggy: 'going' }, { Peggy: 'going' }])
  const rows = await db.selectFrom('event_rsvps').select('id').where('event_id', '=', event.id).execute()
  expect(rows).toHaveLength(1)
})

test('simultaneous forms send one e-mail, and an address gets at most three in 15 minutes', async () => {
  const event = await createEvent()
  const email = newAddress()
  const send = (page = pageOf(event)) => answer(new Browser(visitor), page, { email })
  await Promise.all([send(), send(), send()])
  expect(await sendLetters()).toHaveLength(1)
  for (let index = 0; index < 4; index++) {
    expect((await send(pageOf(await createEvent()))).statusCode).toBe(303)
    expect(await sendLetters()).toHaveLength(index < 2 ? 1 : 0)
  }
})

test('missing input is reported beside its field, nothing is lost, and a program that fills in the honeypot learns nothing', async () => {
  const event = await createEvent()
  const browser = new Browser(visitor)
  const unchosen = await browser.submit(`${pageOf(event)}/rsvps`, { guests: '1' })
  expect(propsOf(unchosen, eventPage).form.errors).toEqual({ reply: 'Choose yes or no.' })
  const refused = await answer(browser, pageOf(event), { email: 'nobody', consent: '', last_name: '', guests: '1' })
  expect([refused.statusCode, propsOf(refused, eventPage).form]).toMatchObject([
    422,
    {
      values: { reply: 'yes', email: 'nobody', guests: '1', first_name: 'Peggy' },
      errors: { email: expect.any(String), last_name: 'Enter your last name.', consent: expect.any(String) },
    },
  ])
  const tooMany = await answer(browser, pageOf(event), { email: newAddress(), guests: '9' })
  expect(propsOf(tooMany, eventPage).form.errors).toEqual({ guests: 'You can bring up to 3 guests.' })
  const trapped = await answer(browser, pageOf(event), { email: newAddress(), website: 'https://spam.example' })
  expect(trapped.headers.location).toBe(`${pageOf(event)}?done=yes#answer`)
  expect([await sendLetters(), await statuses(event)]).toEqual([[], {}])
})

test('a person recognized by their device answers at once, and sees no private data', async () => {
  const event = await createEvent({ is_online: true, address: 'https://meet.example/1', venue: null })
  const signup = await createSignup(db, { email: newAddress(), first_name: 'Wilhelmina' })
  const phone = new Browser(visitor)
  const { token } = await rememberDevice(db, config, { signup, name: 'Firefox on a phone' })
  phone.cookies.set(championCookies(config).device.name, token)
  const page = await phone.visit(pageOf(event))
  expect(viewOf(page).site.visitor.state).toBe('recognized')
  const going = await phone.submit(`${pageOf(event)}/rsvps`, { guests: '1' })
  expect(going.headers.location).toBe(`${pageOf(event)}?done=going#answer`)
  expect(await statuses(event)).toEqual({ Wilhelmina: 'going' })
  const eventView = await eventOf(phone, going.headers.location as string)
  expect([eventView.mine, eventView.event.link]).toEqual([null, null])
  expect((await sendLetters()).map(({ to, subject }) => [to, subject])).toEqual([
    [signup.email, 'You are going: Homecoming'],
  ])
  const no = await phone.submit(`${pageOf(event)}/rsvps`, { reply: 'no' })
  expect(no.headers.location).toBe(`${pageOf(event)}?done=no#answer`)
  expect(await statuses(event)).toEqual({ Wilhelmina: 'cancelled' })
  // A no without an earlier answer is stored.
  const other = await createEvent()
  await phone.submit(`${pageOf(other)}/rsvps`, { reply: 'no' })
  expect(await statuses(other)).toEqual({ Wilhelmina: 'cancelled' })
})

test('a stranger offers help by e-mail with their text, and a closed opportunity refuses', async () => {
  const values = {
    title: 'Mentor',
    kind: 'mentoring',
    summary: 'An hour.',
    published_at: '2026-10-01',
    question: 'When?',
  } as const
  const [{ id, slug }] = (await db
    .insertInto('opportunities')
    .values({ ...values, slug: 'mentor-by-mail' })
    .returning(['id', 'slug'])
    .execute()) as [{ id: number; slug: string }]
  const url = `/opportunities/${slug}`
  const reloaded = await new Browser(visitor).visit(`${url}/responses`)
  expect([reloaded.statusCode, reloaded.headers.location]).toEqual([302, `${url}#answer`])
  const alumna = await addAlumna()
  const page = await invite(alumna, { event_id: null, opportunity_id: id, topic: 'volunteering' })
  const browser = new Browser(visitor)
  const { as } = propsOf(await browser.visit(page), opportunityPage).answering
  const form = {
    reply: 'yes',
    as: as!,
    ...peggy,
    answer: 'On Sundays.',
    message: 'Gladly.',
  }
  const blank = await browser.submit(`${url}/responses`, { ...form, answer: '', consent: '' })
  expect(Object.keys(propsOf(blank, opportunityPage).form.errors)).toEqual(['answer', 'consent'])
  await browser.submit(`${url}/responses`, form)
  const [letter] = await sendLetters()
  expect([letter!.to, letter!.subject]).toEqual([alumna.email, 'Confirm your answer: Mentor'])
  const confirmation = await confirm(browser, linkOf(letter!))
  expect(confirmation.headers.location).toBe(`${url}#answer`)
  expect(propsOf(await browser.visit(url), opportunityPage).response).toMatchObject({
    status: 'responded',
    answer: 'On Sundays.',
  })
  const row = await db
    .selectFrom('opportunity_responses')
    .selectAll()
    .where('opportunity_id', '=', id)
    .executeTakeFirst()
  expect(row).toMatchObject({ message: 'Gladly.' })
  expect(await signupsOf(alumna.email!)).toMatchObject([{ buid: alumna.buid }])
  await sendLetters()

  await db.updateTable('opportunities').set({ closed_at: '2026-11-01' }).where('id', '=', id).execute()
  const late = await new Browser(visitor).submit(`${url}/responses`, { ...form, as: '', email: newAddress() })
  expect([late.statusCode, propsOf(late, opportunityPage).form.errors.form]).toEqual([
    422,
    expect.stringContaining('closed'),
  ])
})

test('pending answers are in the download of the address’s owner, erased with them, and deleted after two days', async () => {
  const event = await createEvent()
  const { signup, browser } = await signUpPerson('Rosa')
  await requestYes(pageOf(event), { email: signup.email })
  await requestYes(pageOf(event), { email: newAddress() })
  const { sections } = propsOf(await browser.visit('/profile/data'), dataPage)
  expect(sections.map(({ title }) => title)).toContain('Answers that waited to be confirmed')
  const listPending = () => db.selectFrom('pending_answers').select('email').where('event_id', '=', event.id).execute()
  const deleted_at = sql<string>`now() - interval '31 days'`
  await db.updateTable('champion_signups').set({ deleted_at }).where('id', '=', signup.id).execute()
  await eraseDeletedSignups(db)
  expect((await listPending()).map(({ email }) => email)).not.toContain(signup.email)
  expect(await listPending()).toHaveLength(1)
  await db
    .updateTable('pending_answers')
    .set({ created_at: sql<string>`now() - interval '3 days'` })
    .execute()
  const page = await invite(await addAlumna(), { event_id: event.id })
  const changed_at = sql<string>`now() - interval '181 days'`
  await db.updateTable('list_letter_recipients').set({ changed_at }).execute()
  await pruneIdentity({ db })
  expect(await listPending()).toEqual([])
  // The link of an old letter leads to the event, which asks for an e-mail address.
  expect((await eventOf(new Browser(visitor), page)).answering.as).toBeNull()
})

test('answers by e-mail count towards the limit of new accounts, and a no without an address does not', async () => {
  const limited = await buildContentStory({ env: { SAFELIST_LOOPBACK: 'false' } })
  const event = await limited.createEvent()
  const send = async (fields: Record<string, string>) =>
    (await answer(new Browser(limited.visitor), pageOf(event), fields)).statusCode
  const email = newAddress()
  const yes = [await send({ email }), await send({ email }), await send({ email }), await send({ email })]
  expect(yes).toEqual([303, 303, 303, 429])
  const no = { reply: 'no', first_name: '', consent: '' }
  expect([await send(no), await send(no), await send(no), await send(no)]).toEqual([303, 303, 303, 303])
})

test('the URL of a refused form redirects to the event’s page if it is requested again', async () => {
  const page = pageOf(await createEvent())
  const { statusCode, headers } = await new Browser(visitor).visit(`${page}/rsvps`)
  expect([statusCode, headers.location]).toEqual([302, `${page}#answer`])
})
