import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { externalHost } from '../../../testing/test-app.ts'
import { attendees, engagement } from './testing/attendees.ts'
import { batchUrl, buildEventsStory } from './testing/events-story.ts'

const { db, nobody, visitor, as, key, eventsApp, issueKey, send, sendBatch, engagements, forgetEngagements, logs } =
  await buildEventsStory()
beforeEach(forgetEngagements)

const logOf = async (batchId: string) =>
  (await sql<Record<string, unknown>>`select * from engagement_batches where batch_id = ${batchId}`.execute(db)).rows

describe('a batch', () => {
  test('José and Siobhán attended Homecoming: both engagements are stored, and the log has the batch', async () => {
    const batch = {
      batch_id: 'homecoming',
      source: 'Events app',
      engagements: [engagement(), engagement({ buid: 'B00000003', description: null })],
    }
    expect(await sendBatch(batch)).toEqual({
      status: 'processed',
      batch_id: 'homecoming',
      received: 2,
      inserted: 2,
      failed: 0,
      errors: [],
    })
    expect(await engagements()).toEqual([engagement(), engagement({ buid: 'B00000003', description: null })])
    expect(await logOf('homecoming')).toMatchObject([
      {
        source: 'Events app',
        received: 2,
        inserted: 2,
        failed: 0,
        deleted_count: 0,
        metadata: {},
        payload_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
  })

  const longAhead = `${new Date().getUTCFullYear() + 2}-01-01`
  test.each([
    ['an unknown buid', { buid: 'B99999999' }, 'There is no alumnus with this buid.'],
    ['a malformed buid', { buid: 'b00000001' }, 'buid is not B followed by eight digits.'],
    ['a buid with a lone surrogate', { buid: '\ud800' }, 'buid is not B followed by eight digits.'],
    ['a buid with NUL', { buid: 'B0000000\0' }, 'buid is not B followed by eight digits.'],
    ['an impossible day', { engagement_date: '2026-02-30' }, 'engagement_date is not a date such as 2026-10-03.'],
    ['a time', { engagement_date: '2026-10-03T10:00:00Z' }, 'engagement_date is not a date such as 2026-10-03.'],
    ['the year zero', { engagement_date: '0000-01-01' }, 'engagement_date is before 1900-01-01.'],
    ['a day long ago', { engagement_date: '1899-12-31' }, 'engagement_date is before 1900-01-01.'],
    [
      'a day far ahead',
      { engagement_date: longAhead },
      expect.stringMatching(/^engagement_date is more than a year ahead, after \d{4}-\d\d-\d\d\.$/),
    ],
    ['no activity', { activity_code: '' }, 'activity_code is blank.'],
    ['a blank activity', { activity_code: ' \t' }, 'activity_code is blank.'],
    ['a long activity', { activity_code: 'a'.repeat(101) }, 'activity_code is longer than 100 characters.'],
    ['a long description', { description: '🎓'.repeat(501) }, 'description is longer than 500 characters.'],
    ['a description with NUL', { description: 'Home\0coming' }, 'description has a character that cannot be stored.'],
    [
      'a description with a lone surrogate',
      { description: 'Home\ud800coming' },
      'description has a character that cannot be stored.',
    ],
    ['an activity with NUL', { activity_code: 'gift\0' }, 'activity_code has a character that cannot be stored.'],
  ])('a row with %s is reported, and the others are stored', async (_, fault, error) => {
    const rows = [engagement({ description: 'before' }), engagement(fault), engagement({ description: 'after' })]
    expect(await sendBatch({ batch_id: 'mixed', engagements: rows })).toEqual({
      status: 'processed',
      batch_id: 'mixed',
      received: 3,
      inserted: 2,
      failed: 1,
      errors: [{ index: 1, buid: { ...engagement(), ...fault }.buid, error }],
    })
    expect((await engagements()).map(({ description }) => description)).toEqual(['before', 'after'])
  })

  test('values of the maximum length are accepted', async () => {
    const rows = [
      engagement({ description: '🎓'.repeat(500), activity_code: 'a'.repeat(100) }),
      engagement({ engagement_date: '1900-01-01' }),
      engagement({ description: '' }),
    ]
    expect(await sendBatch({ batch_id: '🎓'.repeat(200), source: '🎓'.repeat(100), engagements: rows })).toMatchObject({
      inserted: 3,
      failed: 0,
    })
    expect(await engagements()).toMatchObject([{}, {}, { description: '' }])
  })

  test('10,000 rows are accepted', async () => {
    expect(await sendBatch({ batch_id: 'large', engagements: attendees(10_000) })).toMatchObject({
      received: 10_000,
      inserted: 10_000,
    })
    expect(await engagements()).toHaveLength(10_000)
  })

  test('a batch with only invalid rows is processed, and stores nothing', async () => {
    expect(await sendBatch({ batch_id: 'wrong', engagements: [engagement({ buid: '' })] })).toMatchObject({
      status: 'processed',
      inserted: 0,
      failed: 1,
    })
    expect(await engagements()).toEqual([])
  })
})

test('unknown members are ignored, whatever their names', async () => {
  const payload = `{"batch_id": "more", "__proto__": {"batch_id": "x"}, "engagements": [{"constructor": {"prototype": {}}, "__proto__": 1, ${JSON.stringify(engagement()).slice(1)}]}`
  const reply = await eventsApp(key).request({
    method: 'POST',
    url: batchUrl,
    payload,
    headers: { 'content-type': 'application/json' },
  })
  expect(reply.json()).toMatchObject({ batch_id: 'more', inserted: 1, failed: 0 })
})

describe('an invalid batch is refused as a whole', () => {
  test.each([
    [
      'more than 10,000 rows',
      { batch_id: 'b', engagements: attendees(10_001) },
      'A batch has at most 10,000 engagements. Send several batches.',
    ],
    ['no rows', { batch_id: 'b', engagements: [] }, 'The batch has no engagements.'],
    ['rows that are not a list', { batch_id: 'b', engagements: {} }, 'engagements is a list.'],
    ['no batch_id', { engagements: [engagement()] }, 'batch_id is text.'],
    ['an empty batch_id', { batch_id: '', engagements: [engagement()] }, 'batch_id has 1 to 200 printable characters.'],
    [
      'a long batch_id',
      { batch_id: 'b'.repeat(201), engagements: [engagement()] },
      'batch_id has 1 to 200 printable characters.',
    ],
    [
      'a batch_id with a line break',
      { batch_id: 'a\nb', engagements: [engagement()] },
      'batch_id has 1 to 200 printable characters.',
    ],
    [
      'a batch_id with NUL',
      { batch_id: 'a\0', engagements: [engagement()] },
      'batch_id has 1 to 200 printable characters.',
    ],
    [
      'a long source',
      { batch_id: 'b', source: 's'.repeat(101), engagements: [engagement()] },
      'source has at most 100 printable characters.',
    ],
    [
      'a batch_id with a lone surrogate',
      { batch_id: '\ud800', engagements: [engagement()] },
      'batch_id has 1 to 200 printable characters.',
    ],
    [
      'a number for a buid',
      { batch_id: 'b', engagements: [engagement(), { ...engagement(), buid: 1 }] },
      'buid is text.',
    ],
    ['a row that is null', { batch_id: 'b', engagements: [null] }, expect.stringContaining('engagements/0')],
    ['a list', [], expect.stringMatching(/shape/)],
    ['null', null, expect.stringMatching(/shape/)],
  ])('%s', async (_, body, error) => {
    const reply = await eventsApp(key).request({
      method: 'POST',
      url: batchUrl,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    expect([reply.statusCode, reply.json().error]).toEqual([422, error])
    expect(await engagements()).toEqual([])
  })

  test('only some of ten thousand malformed rows are listed', async () => {
    const reply = await send({ batch_id: 'b', engagements: Array.from({ length: 10_000 }, () => ({})) })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json().fields)).toHaveLength(20)
  })

  test.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'batch_id=1', 415],
    ['text', { 'content-type': 'text/plain' }, 'hello', 415],
    ['CSV', { 'content-type': 'text/csv' }, 'buid\nB00000001', 415],
    [
      'an encoded body',
      { 'content-type': 'application/json', 'content-encoding': 'br' },
      JSON.stringify({ batch_id: 'b', engagements: [engagement()] }),
      415,
    ],
    [
      'bytes that are not UTF-8',
      { 'content-type': 'application/json' },
      Buffer.from(JSON.stringify({ batch_id: 'José', engagements: [engagement()] }), 'latin1'),
      400,
    ],
    ['broken JSON', { 'content-type': 'application/json' }, '{"batch_id": ', 400],
    ['more than 5 MB', { 'content-type': 'application/json' }, `{"batch_id": "${'b'.repeat(5 * 1024 * 1024)}"}`, 413],
  ])('%s', async (_, headers, payload, status) => {
    const reply = await eventsApp(key).request({ method: 'POST', url: batchUrl, payload, headers })
    expect([reply.statusCode, reply.json()]).toEqual([status, { error: expect.stringMatching(/\.$/) }])
  })
})

describe('a repeated batch', () => {
  test('gets the first reply, and nothing is stored twice', async () => {
    const batch = { batch_id: 'again', engagements: [engagement(), engagement({ buid: 'B99999999' })] }
    const first = await sendBatch(batch)
    expect(await sendBatch(batch)).toEqual({ ...first, status: 'already_processed' })
    expect(await engagements()).toHaveLength(1)
  })

  test('gets the first reply even with characters that a text column cannot store', async () => {
    const batch = { batch_id: 'strange', engagements: [engagement({ buid: '\0' }), engagement({ buid: '\ud800' })] }
    const first = await sendBatch(batch)
    expect(await sendBatch(batch)).toEqual({ ...first, status: 'already_processed' })
  })

  test('may have other spaces and another order of members', async () => {
    await sendBatch({ batch_id: 'spaced', engagements: [engagement()] })
    const { buid, activity_code, engagement_date, description } = engagement()
    const payload = JSON.stringify(
      { engagements: [{ description, engagement_date, activity_code, buid }], batch_id: 'spaced' },
      null,
      8,
    )
    expect(
      (
        await eventsApp(key).request({
          method: 'POST',
          url: batchUrl,
          payload,
          headers: { 'content-type': 'application/json' },
        })
      ).json(),
    ).toMatchObject({ status: 'already_processed' })
  })

  test.each([
    ['another row', { engagements: [engagement({ buid: 'B00000002' })] }],
    ['one more row', { engagements: [engagement(), engagement()] }],
    ['another source', { source: 'elsewhere', engagements: [engagement()] }],
  ])('is refused with %s', async (_, other) => {
    await sendBatch({ batch_id: 'used', engagements: [engagement()] })
    const reply = await send({ batch_id: 'used', ...other })
    expect([reply.statusCode, reply.json().fields]).toEqual([422, { batch_id: 'Used before for other content.' }])
    expect(await engagements()).toHaveLength(1)
  })

  test('with another key is another batch', async () => {
    const other = eventsApp((await issueKey('Careers app')).key)
    await sendBatch({ batch_id: 'shared', engagements: [engagement()] })
    expect(
      await sendBatch({ batch_id: 'shared', engagements: [engagement({ description: 'Fair' })] }, other),
    ).toMatchObject({ status: 'processed' })
    expect(await engagements()).toHaveLength(2)
  })

  test('sent fifty times at once is stored once, and 49 replies say so', async () => {
    const batch = { batch_id: 'fifty', engagements: attendees(1_500) }
    const replies = await Promise.all(Array.from({ length: 50 }, () => sendBatch(batch)))
    expect(replies.filter(({ status }) => status === 'processed')).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 'already_processed')).toHaveLength(49)
    expect(new Set(replies.map(({ status: _, ...figures }) => JSON.stringify(figures))).size).toBe(1)
    expect(await engagements()).toHaveLength(1_500)
  })
})

describe('authorization', () => {
  test.each([
    ['no key', {}],
    ['a staff session', 'staff'],
    ['an invalid key', { authorization: 'Bearer ars_nonsense' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
  ])('with %s the reply is 401 before the body is read', async (_, headers) => {
    const caller = headers === 'staff' ? await as('admin') : nobody.with(headers as Record<string, string>)
    const reply = await caller.request({
      method: 'POST',
      url: batchUrl,
      payload: 'x'.repeat(6 * 1024 * 1024),
      headers: { 'content-type': 'application/json' },
    })
    expect([reply.statusCode, reply.headers['www-authenticate'], reply.json().error]).toEqual([
      401,
      'Bearer',
      expect.stringContaining('API key'),
    ])
  })

  test('works on the alumni’s host too', async () => {
    const there = eventsApp(key).with({ host: externalHost })
    expect(await sendBatch({ batch_id: 'there', engagements: [engagement()] }, there)).toMatchObject({ inserted: 1 })
  })

  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    '%s gets a 405 that names POST',
    async (method) => {
      const reply = await eventsApp(key).request({ method: method as InjectOptions['method'], url: batchUrl })
      expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'POST'])
    },
  )

  test('neither the key nor the content is logged', () => {
    expect(logs.join('')).not.toContain(key)
    expect(logs.join('')).not.toContain('Homecoming')
  })
})

describe('documentation for the developers of the events app', () => {
  test('describes this call alone in OpenAPI 3.1', async () => {
    const reply = await visitor.get('/api/v1/openapi.json')
    const document = reply.json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual([batchUrl])
    expect(document.paths[batchUrl].post).toMatchObject({
      security: [{ apiKey: [] }],
      requestBody: { content: { 'application/json': { schema: {} } } },
    })
    expect(JSON.stringify(document)).toContain('"maxItems":10000')
    expect(Object.keys(document.paths[batchUrl].post.responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '413', '415', '422', '429', '503']),
    )
  })

  test('shows calls to copy in three languages, and links to each section', async () => {
    const reply = await nobody.get('/api/v1')
    expect(reply.headers['content-type']).toContain('text/html')
    for (const language of ['curl', 'TypeScript', 'Python']) expect(reply.body).toContain(`>${language}</h3>`)
    expect(reply.body).toContain('https://alumni.example.edu/api/v1/engagements/batch')
    const linked = [...reply.body.matchAll(/href="#(\w+)"/g)].map(([, id]) => id)
    expect(linked.length).toBeGreaterThan(6)
    for (const id of linked) expect(reply.body).toContain(`id="${id}"`)
    const script = await nobody.get('/api/v1/copy-buttons.js')
    expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
  })
})
