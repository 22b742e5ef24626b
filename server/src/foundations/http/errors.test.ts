import { NotFoundError } from '@mikro-orm/core'
import type { FastifyReply } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../../app.ts'
import { openDb } from '../../schema.ts'
import { StaffUser } from '../../staff/accounts/staff-user.ts'
import { buildTestApp, testPassword } from '../../../testing/test-app.ts'
import { HttpError } from './errors.ts'

const secret = 'canary-4711'
const sqlError = (code: string) =>
  Object.assign(new Error(`duplicate key (email)=(${secret})`), { code, detail: secret })
const surprises: Record<string, () => unknown> = {
  crash: () => {
    throw new TypeError(`cannot read ${secret}`)
  },
  string: () => {
    throw secret
  },
  refusal: () => {
    throw new HttpError(409, 'There is one already.', {
      fields: { name: 'Taken.' },
      body: { links: { self: '/there' } },
      headers: { 'retry-after': '3' },
    })
  },
  missing: () => {
    throw new NotFoundError(`StaffUser not found ({ email: ${secret} })`)
  },
  unique: () => {
    throw sqlError('23505')
  },
  foreignKey: () => {
    throw sqlError('23503')
  },
  deadlock: () => {
    throw sqlError('40P01')
  },
  serialization: () => {
    throw sqlError('40001')
  },
  statementTimeout: () => {
    throw sqlError('57014')
  },
  shutdown: () => {
    throw sqlError('57P01')
  },
  terminated: () => {
    throw new Error('Connection terminated unexpectedly')
  },
  poolTimeout: () => {
    throw new Error('outer', { cause: new Error('timeout exceeded when trying to connect') })
  },
  fullDisk: () => {
    throw sqlError('53100')
  },
  syntax: () => {
    throw sqlError('42601')
  },
}

const { db, nobody, as, logs, context } = await buildTestApp({
  probe(scope) {
    scope.get('/probe/:surprise', ({ params }) => surprises[(params as { surprise: string }).surprise]!())
    scope.get('/unwritable/header', (_request, reply) => reply.header('x-name', 'Łukasz').redirect('/€', 303))
    scope.get('/unwritable/name', (_request, reply) => reply.header('na me', 'x').send({}))
    scope.get('/unwritable/body', (_request, reply) => reply.type('text/plain').send(7))
    scope.get('/slow', { handlerTimeout: 1000 }, () => pause(10_000))
    scope.get(
      '/shape',
      { schema: { response: { 200: z.object({ id: z.number() }) } } },
      async (_request, reply): Promise<never> => (reply as FastifyReply).send({ id: secret }) as never,
    )
    scope.get(
      '/ids/:id',
      {
        schema: {
          params: z.object({ id: z.coerce.number().int() }),
          querystring: z.object({ page: z.coerce.number('A page is a number.').optional() }),
        },
      },
      async () => ({}),
    )
    scope.post('/echo', { schema: { body: z.object({ name: z.string('Give a name.') }) } }, async () => ({}))
    scope.post('/user', async ({ db: otherDb }) => {
      await otherDb.entities.insert(StaffUser, {
        email: 'admin@example.edu',
        name: secret,
        role: 'viewer',
        password_hash: null,
      })
    })
  },
})

describe('errors become replies', () => {
  test.each([
    ['crash', 500, 'Something went wrong on our side. Try again; if it happens again, contact support.'],
    ['string', 500, 'Something went wrong on our side. Try again; if it happens again, contact support.'],
    ['syntax', 500, 'Something went wrong on our side. Try again; if it happens again, contact support.'],
    ['missing', 404, 'There is nothing at this address.'],
    ['unique', 409, 'This already exists.'],
    ['foreignKey', 409, 'This refers to something that does not exist or is still in use.'],
    ['deadlock', 409, 'Someone else changed the same thing at the same moment. Try again.'],
    ['serialization', 409, 'Someone else changed the same thing at the same moment. Try again.'],
    ['statementTimeout', 503, 'This took too long and was stopped. Try again in a moment.'],
    ['shutdown', 503, 'The service is busy or restarting. Try again in a moment.'],
    ['terminated', 503, 'The service is busy or restarting. Try again in a moment.'],
    ['poolTimeout', 503, 'The service is busy or restarting. Try again in a moment.'],
    ['fullDisk', 503, 'The service is busy or restarting. Try again in a moment.'],
  ])('%s is a %i', async (surprise, status, message) => {
    const [json, html] = await Promise.all([nobody.get(`/probe/${surprise}`), nobody.visit(`/probe/${surprise}`)])
    expect([json.statusCode, html.statusCode]).toEqual([status, status])
    expect(json.json()).toEqual({ error: message })
    expect(html.body).toContain(`<h1>${message}</h1>`)
    expect(json.headers['cache-control']).toBe('no-store')
    expect(json.headers.vary).toBe('Accept')
    expect(Boolean(json.headers['retry-after'])).toBe(status === 503)
    expect(json.body + html.body).not.toMatch(/canary|at .*\.ts|StaffUser|duplicate/)
  })

  test('a body nested seven thousand levels deep is refused with a message', async () => {
    const body = `{"name":${'['.repeat(7000)}${']'.repeat(7000)}}`
    const reply = await nobody.request({
      method: 'POST',
      url: '/echo',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect([reply.statusCode, reply.json()]).toEqual([400, { error: 'The body is nested too deeply.' }])
  })

  test('a refusal has its fields, links and headers', async () => {
    const reply = await nobody.get('/probe/refusal')
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toEqual({
      error: 'There is one already.',
      fields: { name: 'Taken.' },
      links: { self: '/there' },
    })
    expect(reply.headers['retry-after']).toBe('3')
  })

  test('a real unique violation reveals nothing of the row', async () => {
    const reply = await nobody.post('/user')
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toEqual({ error: 'This already exists.' })
  })

  test('a reply that violates its contract is a 500', async () => {
    const reply = await nobody.get('/shape')
    expect(reply.statusCode).toBe(500)
    expect(reply.body).not.toContain(secret)
  })

  test.each(['header', 'name', 'body'])('a reply whose %s cannot be written is a 500 like any other', async (part) => {
    const [json, html] = await Promise.all([nobody.get(`/unwritable/${part}`), nobody.visit(`/unwritable/${part}`)])
    const message = 'Something went wrong on our side. Try again; if it happens again, contact support.'
    expect([json.statusCode, json.statusMessage, json.json()]).toEqual([
      500,
      'Internal Server Error',
      { error: message },
    ])
    expect([html.statusCode, html.statusMessage]).toEqual([500, 'Internal Server Error'])
    expect(html.body).toContain(`<h1>${message}</h1>`)
    for (const { headers } of [json, html]) {
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers.location).toBeUndefined()
    }
  })

  test('a handler that exceeds its time limit gets a reply', async () => {
    const reply = await nobody.get('/slow')
    expect(reply.statusCode).toBe(503)
    expect(reply.json()).toEqual({ error: 'This took too long and was stopped. Try again in a moment.' })
    expect(reply.headers['retry-after']).toBe('10')
  })

  test('the log names the error without its values', () => {
    const failures = logs.filter((line) => line.includes('request failed')).map((line) => JSON.parse(line))
    expect(failures.some(({ err }) => err.code === '42601' && err.stack.length > 0)).toBe(true)
    expect(
      failures
        .filter(({ err }) => err.code === '42601')
        .map((line) => JSON.stringify(line))
        .join(),
    ).not.toContain(secret)
  })
})

describe('requests that cannot be read', () => {
  test.each(['/%zz', '/%', '/ids/%c0%af', `/${'a'.repeat(5000)}/%zz`])('%.12s is malformed', async (url) => {
    const [json, html] = await Promise.all([nobody.get(url), nobody.visit(url)])
    expect([json.statusCode, html.statusCode]).toEqual([400, 400])
    expect(json.json()).toEqual({ error: 'The address is malformed.' })
    expect(html.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test.each([
    ['broken JSON', 'application/json', `{"${secret}`, 400, 'The body is not valid JSON.'],
    ['an empty body', 'application/json', '', 400, 'The body is not valid JSON.'],
    ['a member named __proto__', 'application/json', '{"__proto__": {"a": 1}}', 400, 'The body is not valid JSON.'],
    ['text', 'text/plain', 'name', 415, 'The server does not take content of this type.'],
    ['xml', 'application/xml', '<a/>', 415, 'The server does not take content of this type.'],
    ['no media type at all', '//', '{}', 415, 'The server does not take content of this type.'],
    [
      'more than 1 MiB',
      'application/json',
      JSON.stringify({ name: 'x'.repeat(1024 * 1024) }),
      413,
      'That is larger than the server accepts.',
    ],
    [
      'a form of more than 1 MiB',
      'application/x-www-form-urlencoded',
      `name=${'x'.repeat(1024 * 1024)}`,
      413,
      'That is larger than the server accepts.',
    ],
    ['a list', 'application/json', '[]', 400, 'The body of the request is missing or has another shape.'],
    ['null', 'application/json', 'null', 400, 'The body of the request is missing or has another shape.'],
    ['a missing field', 'application/json', '{}', 400, 'Give a name.'],
  ])('%s', async (_name, type, payload, status, message) => {
    const reply = await nobody.request({ method: 'POST', url: '/echo', payload, headers: { 'content-type': type } })
    expect(reply.statusCode).toBe(status)
    expect(reply.json().error).toBe(message)
  })

  const unstorable = 'The text contains a character that cannot be stored.'
  test.each([
    ['JSON', 'application/json', '{"name":"a\\u0000b"}', { name: unstorable }],
    ['JSON, at a deep level', 'application/json', '{"name":"a","more":[{"deep":["\\u0000"]}]}', { more: unstorable }],
    ['JSON, in a member’s name', 'application/json', '{"name":"a","b\\u0000":1}', {}],
    ['JSON, half a surrogate pair', 'application/json', '{"name":"\\ud800"}', { name: unstorable }],
    ['a form', 'application/x-www-form-urlencoded', 'name=a%00b', { name: unstorable }],
  ])('a NUL character in %s is refused beside its field before anything is done', async (_, type, payload, fields) => {
    for (const url of ['/echo', '/password-resets']) {
      const reply = await nobody.request({ method: 'POST', url, payload, headers: { 'content-type': type } })
      expect([reply.statusCode, reply.json()]).toEqual([400, { error: unstorable, fields }])
    }
  })

  test('a NUL character in an e-mail address causes no error after the reply', async () => {
    logs.length = 0
    expect((await nobody.post('/password-resets', { email: '\0' })).statusCode).toBe(400)
    expect(logs.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })

  test('an id of the wrong type is not found, and a query of the wrong type is refused', async () => {
    expect((await nobody.get('/ids/abc')).statusCode).toBe(404)
    const reply = await nobody.get('/ids/1?page=x')
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toEqual({ error: 'A page is a number.', fields: { page: 'A page is a number.' } })
  })

  test('a very long parameter is not found', async () => {
    expect((await nobody.get(`/ids/${'1'.repeat(200)}`)).statusCode).toBe(404)
  })
})

describe('the database', () => {
  test('that is unavailable causes a 503 with a time to retry, and /up is still up', async () => {
    const db = await openDb('postgres://nobody:x@127.0.0.1:1/nothing', { max: 1, statementTimeoutMs: 1000 })
    const cutOff = await buildApp({ ...context, db }, { log: pino({ level: 'silent' }) })
    const reply = await cutOff.inject({
      method: 'POST',
      url: '/login',
      payload: { email: 'admin@example.edu', password: testPassword },
    })
    expect(reply.statusCode).toBe(503)
    expect(reply.json()).toEqual({ error: 'The service is busy or restarting. Try again in a moment.' })
    expect(reply.headers['retry-after']).toBe('5')
    expect((await cutOff.inject('/up')).statusCode).toBe(200)
    await cutOff.close()
    await db.destroy()
  })

  test('only the requests in progress fail when every connection is cut', async () => {
    const ada = await as('admin')
    await Promise.all([...Array(5)].map(() => ada.get('/session')))
    await db.entities
      .getConnection()
      .execute(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      .catch(() => undefined)
    await pause(100)
    const statuses = (await Promise.all([...Array(5)].map(() => ada.get('/session')))).map((reply) => reply.statusCode)
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
    expect((await ada.get('/session')).statusCode).toBe(200)
  })

  test.each([
    'create table t (a int)',
    'drop table staff_users',
    'alter table staff_users add column x int',
    'truncate audit_entries',
    'delete from audit_entries',
    "update audit_entries set who = 'somebody else'",
    'create role x',
    'update schema_migrations set name = name',
    'set role alumni_owner',
  ])('refuses to the service: %s', async (statement) => {
    await expect(db.entities.getConnection().execute(statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|42704|22023)$/),
    })
  })
})
