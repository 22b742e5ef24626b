import { expect, test } from 'vitest'
import { changeEvent } from '../events/organize-event.ts'
import { buildContentStory, inHours } from '../testing/content-story.ts'

const { createCommunity, createEvent, createNews, db, visitor } = await buildContentStory()

const linesOf = (calendar: string) => calendar.replaceAll(/\r\n[ \t]/g, '').split('\r\n')

test.each([
  ['summer', '2099-07-01T22:00:00Z', '20990701T220000Z'],
  ['winter', '2099-12-01T23:00:00Z', '20991201T230000Z'],
])('an event in %s has its UTC time in a calendar', async (_, starts_at, start) => {
  const event = await createEvent({
    starts_at,
    ends_at: '2099-12-02T02:00:00Z',
    title: 'Dinner; with, “friends”\nof all',
  })
  const reply = await visitor.visit(`/events/${event.id}/calendar.ics`)
  expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(reply.headers['content-disposition']).toBe(`attachment; filename="${event.slug}.ics"`)
  const lines = linesOf(reply.body)
  const uid = lines.find((line) => line.startsWith('UID:'))!
  expect(uid).toMatch(/^UID:event-[\da-f-]{36}@champions\.example\.edu$/)
  for (const line of [
    'SEQUENCE:0',
    `DTSTART:${start}`,
    'DTEND:20991202T020000Z',
    'SUMMARY:Dinner\\; with\\, “friends”\\nof all',
    'LOCATION:Alumni Hall\\, 1 Main Street\\, Boston',
    'STATUS:CONFIRMED',
    `URL;VALUE=URI:https://champions.example.edu/events/${event.slug}`,
  ])
    expect(lines).toContain(line)
  expect(lines.every((line) => !/[\r\n]/.test(line))).toBe(true)
  await changeEvent(db, event.id, { venue: 'Elsewhere' })
  const changed = linesOf((await visitor.visit(`/events/${event.slug}/calendar.ics`)).body)
  expect(changed).toEqual(expect.arrayContaining([uid, 'SEQUENCE:1']))
})

test('an event without a duration has an hour in a calendar', async () => {
  const event = await createEvent({ starts_at: '2099-07-01T22:00:00Z', ends_at: '2099-07-01T22:00:00Z' })
  const lines = linesOf((await visitor.visit(`/events/${event.id}/calendar.ics`)).body)
  expect(lines).toEqual(expect.arrayContaining(['DTSTART:20990701T220000Z', 'DTEND:20990701T230000Z']))
})

test('the feed has the newest news with their complete text and absolute URLs', async () => {
  await createNews({ title: 'Older', published_at: '2020-01-01T00:00:00Z', slug: 'older' })
  await createNews({
    title: 'Tom & <Jerry>',
    summary: 'R&D <fast>',
    body: 'A **bold**\u000b move.',
    author: 'Ada',
    slug: 'tom-and-jerry',
  })
  await createNews({ title: 'Not yet', published_at: inHours(5) })
  const reply = await visitor.get('/news/feed.atom', { headers: { accept: '*/*' } })
  expect(reply.headers).toMatchObject({
    'content-type': 'application/atom+xml; charset=utf-8',
    'cache-control': 'public, max-age=300',
  })
  const { body } = reply
  expect(body).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\s*<feed xmlns="http:\/\/www.w3.org\/2005\/Atom">/)
  expect(body).toContain('https://champions.example.edu/news/tom-and-jerry')
  // Feed readers interpret both as HTML, so a title that contains a tag is escaped.
  expect(body).toContain('<title type="html"><![CDATA[Tom &#38; &#60;Jerry&#62;]]></title>')
  expect(body).toContain('<summary type="html"><![CDATA[R&#38;D &#60;fast&#62;]]></summary>')
  expect(body).toContain('<strong>bold</strong> move.')
  expect(body.indexOf('Jerry')).toBeLessThan(body.indexOf('Older'))
  expect(body).not.toContain('Not yet')
})

test('all lines of a calendar end with CRLF, including the last one', async () => {
  const event = await createEvent()
  const { body } = await visitor.get(`/events/${event.slug}/calendar.ics`)
  expect(body).toMatch(/^BEGIN:VCALENDAR\r\n[^]*\r\nEND:VCALENDAR\r\n$/)
  expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('the sitemap has every public page, and nothing personal', async () => {
  const [community, event, draft] = [
    await createCommunity(),
    await createEvent(),
    await createEvent({ published_at: null }),
  ]
  const { body, headers } = await visitor.get('/sitemap.xml')
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  const urls = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)
  for (const path of [
    '/',
    '/communities',
    '/news',
    '/events',
    `/communities/${community.slug}`,
    `/events/${event.slug}`,
  ])
    expect(urls).toContain(path)
  expect(urls).not.toContain(`/events/${draft.slug}`)
  expect(urls.filter((url) => /members|attendees|profile|sign-in|signups|reminders/.test(url))).toEqual([])
  const robots = (await visitor.get('/robots.txt')).body
  expect(robots).toContain('Disallow: /events/*/attendees\n')
  expect(robots).toContain('Sitemap: https://champions.example.edu/sitemap.xml\n')
  for (const url of urls.filter((url) => url !== '/' && url !== '/sign-up'))
    expect([url, (await visitor.visit(url)).statusCode]).toEqual([url, 200])
})

test('a shared link has a preview image in a common format', async () => {
  const reply = await visitor.get('/pictures/hills.png')
  expect(reply.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' })
  const image = reply.rawPayload
  expect(image.subarray(1, 4).toString()).toBe('PNG')
  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630])
  expect(image.length).toBeLessThan(300_000)
  expect((await visitor.get('/pictures/stage.png')).rawPayload.equals(image)).toBe(false)
  expect((await visitor.get('/pictures/nothing.png')).statusCode).toBe(404)
})
