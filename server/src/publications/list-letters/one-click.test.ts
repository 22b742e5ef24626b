import { optOutPage, type LetterReach, type ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { letterOf, markTested } from '../../../testing/list-letters.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { buildTestApp, externalHost } from '../../../testing/test-app.ts'
import { advanceLetters } from './advance.ts'

const story = await buildTestApp({
  env: { INSTITUTION_ADDRESS: '1 College Street, Bayside, MA 02000' },
})
const { app, as, db, config, logs, sendLetters, visitor } = story
const stan = await as('staff')

let champions = 0
let email = ''
let grace: Awaited<ReturnType<typeof createSignup>>
beforeEach(async () => {
  email = `grace${++champions}@example.net`
  grace = await createSignup(db, { email, first_name: 'Grace', last_name: `Hopper${champions}` })
})
const letter = () => letterOf({ replies_to: 'office', list: { from: 'champions', query: `q=${email}` } })
const readReach = async () => (await stan.post('/letters/reach', letter())).json<LetterReach>()

async function linkToGrace(): Promise<string> {
  const draft = (await stan.post('/letters', letter())).json<ListLetterRecord>()
  await markTested(db)
  const sent = await stan.post(`/letters/${draft.id}/send`, { version: draft.version, written_to: 1 })
  expect(sent).toMatchObject({ statusCode: 200 })
  await sql`update list_letters set published_at = now() where id = ${draft.id}`.execute(db)
  await advanceLetters({ db, config })
  const [message] = await sendLetters()
  expect(message).toMatchObject({ to: email })
  return new URL(message!.unsubscribe!).pathname
}
const press = (
  url: string,
  headers: Record<string, string>,
  payload: string | undefined,
  remoteAddress = '192.0.2.7',
) =>
  app.inject({
    method: 'POST',
    url,
    headers: { host: externalHost, ...headers },
    ...(payload !== undefined && { payload }),
    remoteAddress,
  })

const boundary = 'qSXyZ'
const part = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`
test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [`multipart/form-data; boundary=${boundary}`, part],
  [`multipart/form-data; boundary="${boundary}"`, part],
  ['text/plain', 'List-Unsubscribe=One-Click'],
  ['application/octet-stream', 'List-Unsubscribe=One-Click'],
  ['application/json', '{"List-Unsubscribe":"One-Click"}'],
  ['application/json', 'List-Unsubscribe=One-Click'],
  ['application/json', ''],
  ['application/json', `{"topic":${'['.repeat(100)}${']'.repeat(100)},"__proto__":"\\u0000"}`],
  [undefined, undefined],
])('a mail program’s one-click request stops the letters of a topic, as %s', async (type, payload) => {
  const link = await linkToGrace()
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
  expect(await press(link, headers, payload)).toMatchObject({ statusCode: 200 })
  expect((await readReach()).left_out).toEqual({ opted_out: 1 })
})

test('a JSON request can choose topics', async () => {
  const link = await linkToGrace()
  const choose = async (choice: object) => {
    const reply = await press(link, { 'content-type': 'application/json' }, JSON.stringify(choice))
    return propsOf(reply, optOutPage).stopped
  }
  expect([await choose({ topic: 'all' }), await choose({ topic: 'all', letters: 'on' })]).toEqual([['all'], []])
})

test('Grace deletes her signup and then opts out, and gets no letter after signing up again', async () => {
  const link = await linkToGrace()
  await db
    .updateTable('champion_signups')
    .set({ deleted_at: sql<string>`now()` })
    .where('id', '=', grace.id)
    .execute()
  const page = propsOf(await visitor.submit(link, { topic: 'all' }), optOutPage)
  expect(page.stopped).toEqual(['all'])
  await createSignup(db, { email, first_name: 'Grace' })
  expect((await readReach()).left_out).toEqual({ opted_out: 1 })
})

test('guessing tokens reveals and changes nothing, and is soon refused', async () => {
  const link = await linkToGrace()
  const before = logs.length
  const tried = []
  for (let nth = 0; nth < 301; nth++)
    tried.push(await press(link.replace(/[^/]+$/, `guess${nth}`), {}, undefined, '198.51.100.9'))
  expect(Object.groupBy(tried, ({ statusCode }) => String(statusCode))).toMatchObject({
    404: { length: 300 },
    429: { length: 1 },
  })
  // The first link is valid; the second one has no recipient.
  const none = await press('/letters/999999999/x', {}, undefined)
  expect(none.body).toBe(tried[0]!.body)
  expect((await readReach()).left_out).toEqual({})
  const lines = logs.slice(before).join('\n')
  expect(lines).toContain('/opt-outs/:token')
  expect(lines).not.toMatch(/guess|grace\d/)
})

test('the page of the link is not cached, names no one, and sends no referrer', async () => {
  const link = await linkToGrace()
  const { headers, body } = await visitor.visit(link)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(body).not.toMatch(/grace\d|Hopper/)
  for (const url of [link, `${link}?topic=all`]) {
    await visitor.visit(url)
    await app.inject({ method: 'HEAD', url, headers: { host: externalHost } })
  }
  expect((await readReach()).left_out).toEqual({})
})
