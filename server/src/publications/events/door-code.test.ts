import { eventPage } from '@alumni/shared/publications/content'
import { codeCharacters, parseScannedText, parseTypedCode, type DoorPage } from '@alumni/shared/publications/door'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { propsOf } from '../../../testing/portal-view.ts'
import { hashToken } from '../../foundations/http/tokens.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import type { Caller } from '../../../testing/caller.ts'
import { runOn } from '../../../testing/test-database.ts'
import { buildContentStory } from '../testing/content-story.ts'
import { buildDoorCode } from './door-code.ts'
import { cancelEvent } from './organize-event.ts'

const { as, config, database, db, createEvent, signUpPerson, rsvp, cancel, sendLetters } = await buildContentStory()
const stan = await as('staff')
const pageOf = async (browser: Caller, event: { slug: string }) =>
  propsOf(await browser.visit(`/events/${event.slug}`), eventPage)
const listOf = async (event: { id: number }) =>
  (await stan.get(`/champion_signups/events/${event.id}/door`)).json<DoorPage>()

async function scan({ picture }: Message): Promise<string> {
  const image = sharp(Buffer.from(picture!.png, 'base64')).ensureAlpha().raw()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

test('the code in Rosa’s letter finds her on Stan’s list: as a picture, as text, and on the event’s page', async () => {
  const event = await createEvent()
  const rosa = await signUpPerson('Rosa')
  await rsvp(rosa.browser, event, 1)
  const [letter] = await sendLetters()
  const { door } = (await pageOf(rosa.browser, event)).mine!
  expect(letter!.text).toContain(`At the door: ${door!.code}`)
  expect(letter!.html).toMatch(new RegExp(`<img src="cid:${letter!.picture!.cid}"[^]*${door!.code}`))
  expect(parseScannedText(await scan(letter!))).toEqual({ event: event.id, code: door!.code })
  expect((await listOf(event)).guests).toMatchObject([{ name: expect.stringContaining('Rosa'), code: door!.code }])
  expect(door!.squares).toMatch(/^(M\d+ \d+h(\d+)v1h-\2z)+$/)
})

test('a changed answer keeps its code, a waiting guest’s letter says that it is not valid yet, and a canceled answer has none', async () => {
  const event = await createEvent({ places: 3 })
  const [rosa, ben] = [await signUpPerson('Rosa'), await signUpPerson('Ben')]
  await rsvp(rosa.browser, event, 1)
  await rsvp(ben.browser, event, 1)
  const codeOf = async (browser: Caller) => (await pageOf(browser, event)).mine?.door?.code
  const [rosas, bens] = [await codeOf(rosa.browser), await codeOf(ben.browser)]
  expect(rosas).not.toBe(bens)
  expect((await sendLetters())[1]!.text).toContain(`At the door, once you have a place: ${bens}`)
  await rsvp(rosa.browser, event, 0)
  expect([await codeOf(rosa.browser), await codeOf(ben.browser)]).toEqual([rosas, bens])
  expect((await sendLetters())[0]!.text).toContain(`At the door: ${bens}`)
  await cancel(rosa.browser, event)
  expect(await codeOf(rosa.browser)).toBeUndefined()
  expect((await listOf(event)).guests.find(({ code }) => code === rosas)).toMatchObject({ status: 'cancelled' })
})

test('the code of an answer lost in a restore finds no one, and a code of v0.14.0, a hash of the id, still finds its guest', async () => {
  const event = await createEvent()
  const rosa = await signUpPerson('Rosa')
  await rsvp(rosa.browser, event)
  const rosas = (await pageOf(rosa.browser, event)).mine!.door!.code
  await runOn(
    database.owner,
    `do $$ declare lost bigint; begin
      delete from event_rsvps where event_id = ${event.id} returning id into lost;
      execute 'alter table event_rsvps alter column id restart with ' || lost;
    end $$`,
  )
  const ben = await signUpPerson('Ben')
  await rsvp(ben.browser, event)
  const [guest] = (await listOf(event)).guests
  expect([guest!.name, guest!.code === rosas]).toEqual([expect.stringContaining('Ben'), false])
  expect(guest!.code).not.toBe(buildDoorCode(config, { id: guest!.id, door_token: null }))

  await db.updateTable('event_rsvps').set({ door_token: null }).where('id', '=', guest!.id).execute()
  const bytes = Buffer.from(hashToken(config, 'door code', String(guest!.id)), 'base64url').subarray(0, 6)
  const characters = [...bytes].map((byte) => codeCharacters[byte % 32]).join('')
  const code = `${characters.slice(0, 3)}-${characters.slice(3)}`
  expect((await listOf(event)).guests.map((each) => each.code)).toEqual([code])
  expect((await pageOf(ben.browser, event)).mine!.door!.code).toBe(code)
  const letters = await sendLetters()
  expect(letters.at(-1)!.text).toContain(`At the door: ${code}`)
})

test('a canceled event has no door code, in the letter and on its page', async () => {
  const event = await createEvent()
  const rosa = await signUpPerson('Rosa')
  await rsvp(rosa.browser, event)
  await sendLetters()
  await cancelEvent(db, event.id)
  const [letter] = await sendLetters()
  expect([letter!.subject, letter!.picture, letter!.text.includes('At the door')]).toEqual([
    'Canceled: Homecoming',
    undefined,
    false,
  ])
  expect((await pageOf(rosa.browser, event)).mine?.door ?? null).toBe(null)
})

test('an online event has no door code', async () => {
  const event = await createEvent({ is_online: true })
  const rosa = await signUpPerson('Rosa')
  await rsvp(rosa.browser, event)
  const [letter] = await sendLetters()
  expect([letter!.picture, letter!.html.includes('<img')]).toEqual([undefined, false])
  expect((await pageOf(rosa.browser, event)).mine!.door).toBeNull()
})

test.each([
  ['k7p4qx', 'K7P-4QX'],
  [' K7P-4QX ', 'K7P-4QX'],
  ['k7p 4qx', 'K7P-4QX'],
  ['oIl-000', '011-000'],
  ['K7P-4Q', null],
  ['K7P-4QU', null],
  ['Rosa', null],
])('the typed code %s is read as %s', (input, code) => expect(parseTypedCode(input)).toBe(code))

test('another QR code is not read as a door code', () => {
  for (const text of ['https://example.org/DOOR 1 K7P-4QX', 'DOOR x K7P-4QX', 'K7P-4QX', ''])
    expect(parseScannedText(text)).toBeNull()
})
