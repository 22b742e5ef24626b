import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../process/config.ts'
import type { App, Context } from '../context.ts'
import { addSecurityHeaders } from '../http/security-headers.ts'
import { createMailer } from './mailer.ts'
import { outboxRoutes } from './outbox-routes.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'alumni-outbox-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const inProduction = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://x',
  SESSION_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://a.example.edu',
  CHAMPIONS_URL: 'https://champions.example.edu',
  TRUST_PROXY: '10.0.0.1',
}

async function appWith(env: Record<string, string> = {}): Promise<App> {
  const config = readConfig({ DATA_DIR: folder, ...env })
  const app = Fastify() as unknown as App
  addSecurityHeaders(app, config)
  await outboxRoutes(app, { config } as Context)
  const mailer = createMailer(readConfig({ DATA_DIR: folder }))
  await mailer.send({ to: 'ada@example.edu', subject: 'First', text: 'old', html: '' })
  await mailer.send({
    to: '"<b>"@example.edu',
    subject: '<i>Second</i>',
    text: 'Open https://example.edu/reset?a=1&b=2\n<script>alert(1)</script>',
    html: '',
  })
  return app
}

const url = '/dev/outbox'
const host = 'localhost:3000'
const accept = 'text/html,*/*;q=0.8'

test('lists the saved messages, newest first, with working links and without their markup', async () => {
  const app = await appWith()
  const page = await app.inject({ url, headers: { host, accept } })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body.indexOf('Second')).toBeLessThan(page.body.indexOf('First'))
  expect(page.body).toContain('<a href="https://example.edu/reset?a=1&#38;b=2">')
  expect(page.body).not.toMatch(/<script>|<i>|<b>/)
  const nonce = /<style nonce="([^"]+)"/.exec(page.body)?.[1]
  expect(page.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
})

test('replies to programs in JSON', async () => {
  const reply = await (await appWith()).inject({ url, headers: { host, accept: 'application/json' } })
  expect(reply.json<{ messages: { to: string }[] }>().messages.map(({ to }) => to)).toEqual([
    '"<b>"@example.edu',
    'ada@example.edu',
  ])
})

test('says so if there are none', async () => {
  const app = await appWith()
  await rm(folder, { recursive: true })
  expect((await app.inject({ url, headers: { host, accept } })).body).toContain('No message yet')
})

test.each(['127.0.0.1:3000', '[::1]:3000', 'champions.localhost:3000', 'LOCALHOST', 'own.example.edu'])(
  'exists on the host %s',
  async (name) => {
    const app = await appWith({ PUBLIC_URL: 'http://own.example.edu' })
    expect((await app.inject({ url, headers: { host: name } })).statusCode).toBe(200)
  },
)

test.each(['evil.example.com', 'localhost.evil.com', '127.0.0.1.evil.com', '///'])(
  'does not exist on the host %j, which may only resolve to this machine',
  async (name) => {
    expect((await (await appWith()).inject({ url, headers: { host: name } })).statusCode).toBe(404)
  },
)

test.each(['10.0.0.5', '192.168.1.7', '2001:db8::1', '128.0.0.1'])('does not exist for %s', async (remoteAddress) => {
  expect((await (await appWith()).inject({ url, headers: { host }, remoteAddress })).statusCode).toBe(404)
})

test.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])(
  'does not exist behind a proxy that sends %s',
  async (header) => {
    expect((await (await appWith()).inject({ url, headers: { host, [header]: '127.0.0.1' } })).statusCode).toBe(404)
  },
)

test.each([{ NODE_ENV: 'test' }, inProduction, { SMTP_URL: 'smtp://127.0.0.1' }])(
  'does not exist with %j',
  async (env) => {
    expect((await (await appWith(env as Record<string, string>)).inject({ url, headers: { host } })).statusCode).toBe(
      404,
    )
  },
)
