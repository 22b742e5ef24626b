import { expect, test } from 'vitest'
import { buildContentStory } from '../testing/content-story.ts'
import { cancelEvent, changeEvent } from './organize-event.ts'

const { cancel, signUpPerson, createEvent, db, rsvp, sendLetters } = await buildContentStory()

/** Unfolds the lines of a calendar entry. */
const read = (calendar: { content: string } | undefined) => calendar?.content.replaceAll(/\r\n[ \t]/g, '') ?? ''
const link = (event: { slug: string }) => `https://champions.example.edu/events/${event.slug}#answer`

test('Rosa’s letter adds the event to her calendar, a change moves it, and a cancellation removes it', async () => {
  const event = await createEvent({ places: 1, starts_at: '2099-07-01T22:00:00Z', ends_at: '2099-07-02T00:00:00Z' })
  const rosa = await signUpPerson('Rosa')
  await rsvp(rosa.browser, event)
  const [going] = await sendLetters()
  expect(going!.calendar!.method).toBe('REQUEST')
  expect(going!.text).toContain(`Change or cancel your answer:\n${link(event)}`)
  const first = read(going!.calendar)
  expect(first).toMatch(/METHOD:REQUEST[^]*SEQUENCE:0[^]*DTSTART:20990701T220000Z/)
  expect(first).toMatch(new RegExp(`ATTENDEE;[^\\r]*PARTSTAT=ACCEPTED[^\\r]*mailto:${rosa.signup.email}`, 'i'))
  expect(first).toMatch(/ORGANIZER;[^\r]*mailto:/i)
  const uid = /UID:(.*)/.exec(first)![1]

  await changeEvent(db, event.id, { starts_at: '2099-07-02T22:00:00Z', ends_at: '2099-07-03T00:00:00Z' })
  const changed = read((await sendLetters())[0]!.calendar)
  expect(changed).toMatch(/METHOD:REQUEST[^]*SEQUENCE:1[^]*DTSTART:20990702T220000Z/)
  await cancelEvent(db, event.id)
  const [canceled] = await sendLetters()
  expect(canceled!.calendar!.method).toBe('CANCEL')
  expect(read(canceled!.calendar)).toMatch(/METHOD:CANCEL[^]*SEQUENCE:2[^]*STATUS:CANCELLED/)
  for (const entry of [changed, read(canceled!.calendar)]) expect(entry).toContain(`UID:${uid}`)
})

test('an entry has a random UID, and one with the event’s id only if calendars may have it from v0.14.0', async () => {
  const event = await createEvent()
  const rosa = await signUpPerson('Rosa')
  await rsvp(rosa.browser, event)
  const uidOf = async (slug: string) =>
    /UID:(.*)@champions/.exec(read({ content: (await rosa.browser.visit(`/events/${slug}/calendar.ics`)).body }))![1]
  const uid = await uidOf(event.slug)
  expect(uid).toMatch(/^event-[\da-f]{8}-[\da-f-]{27}$/)
  expect(read((await sendLetters())[0]!.calendar)).toContain(`UID:${uid}@champions`)
  expect(await uidOf((await createEvent()).slug)).not.toBe(uid)
  await db.updateTable('events').set({ calendar_token: null }).where('id', '=', event.id).execute()
  expect(await uidOf(event.slug)).toBe(`event-${event.id}`)
})

test('the letter’s button joins online, shows the way, or adds to the calendar, and comes before the link to change', async () => {
  const rosa = await signUpPerson('Rosa')
  const buttonOf = async (place: object) => {
    const event = await createEvent(place)
    await rsvp(rosa.browser, event)
    const { text } = (await sendLetters())[0]!
    const [, first] = /\n\n([^\n]+:\nhttp\S+)/.exec(text)!
    expect(text.indexOf('Change or cancel')).toBeGreaterThan(text.indexOf(first!))
    return first!.replace(event.slug, 'slug')
  }
  const nowhere = { is_online: false, venue: null, address: null }
  expect(await buttonOf({ ...nowhere, is_online: true, address: 'https://meet.example.edu/rosa' })).toBe(
    'Join online:\nhttps://meet.example.edu/rosa',
  )
  expect(await buttonOf({ ...nowhere, venue: 'Old Hall', address: '1 Harbor St, Boston' })).toBe(
    'Get directions:\nhttps://www.google.com/maps/search/?api=1&query=Old+Hall,+1+Harbor+St,+Boston',
  )
  expect(await buttonOf(nowhere)).toBe('Add to your calendar:\nhttps://champions.example.edu/events/slug/calendar.ics')
})

test('Ben on the waiting list gets a calendar entry only with his place', async () => {
  const event = await createEvent({ places: 1 })
  const [rosa, ben] = [await signUpPerson('Rosa'), await signUpPerson('Ben')]
  await rsvp(rosa.browser, event)
  await rsvp(ben.browser, event)
  const letters = await sendLetters()
  expect(letters.map(({ calendar }) => calendar?.method)).toEqual(['REQUEST', undefined])
  expect(letters[1]!.text).toContain(link(event))
  await changeEvent(db, event.id, { places: 2 })
  const [place] = await sendLetters()
  expect([place!.to, place!.calendar?.method]).toEqual([ben.signup.email, 'REQUEST'])
})

test('the entry of a guest has the link of an online event', async () => {
  const event = await createEvent({ is_online: true, venue: null, address: 'https://video.example/1' })
  const rosa = await signUpPerson('Rosa')
  await rsvp(rosa.browser, event)
  expect(read((await sendLetters())[0]!.calendar)).toContain('LOCATION:Online\\, https://video.example/1')
})

test('Rosa cancels and the entry is removed from her calendar, and added again when she says yes again', async () => {
  const event = await createEvent({ places: 1 })
  const [rosa, ben] = [await signUpPerson('Rosa'), await signUpPerson('Ben')]
  await rsvp(rosa.browser, event)
  await rsvp(ben.browser, event)
  const first = read((await sendLetters())[0]!.calendar)
  await cancel(rosa.browser, event)
  const letters = await sendLetters()
  const hers = letters.find(({ to }) => to === rosa.signup.email)!
  expect(letters.map(({ to }) => to).toSorted()).toEqual([rosa.signup.email, ben.signup.email].toSorted())
  expect(hers.subject).toMatch(/^You are not going: /)
  const out = read(hers.calendar)
  expect(out).toMatch(/METHOD:CANCEL[^]*PARTSTAT=DECLINED[^]*STATUS:CANCELLED/)
  expect([/UID:(.*)/, /SEQUENCE:(.*)/].map((line) => line.exec(out)![1])).toEqual(
    [/UID:(.*)/, /SEQUENCE:(.*)/].map((line) => line.exec(first)![1]),
  )
  // Ben was on the waiting list and has no calendar entry.
  await changeEvent(db, event.id, { places: 2 })
  await rsvp(rosa.browser, event)
  const again = read((await sendLetters()).find(({ to }) => to === rosa.signup.email)!.calendar)
  expect(again).toMatch(/METHOD:REQUEST/)
  const stampOf = (entry: string) => /DTSTAMP:(.*)/.exec(entry)![1]!
  expect(stampOf(again) >= stampOf(out)).toBe(true)
})
