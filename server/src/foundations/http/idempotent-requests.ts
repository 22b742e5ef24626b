import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App, Context } from '../context.ts'
import type { Db } from '../database/db.ts'
import { compare } from '../database/rows.ts'
import type { Site } from '../hosts/site.ts'
import type { Config } from '../process/config.ts'
import { prefersHtml } from './accept.ts'
import { hostCookie, type HostCookie } from './host-cookie.ts'
import { decryptFromStorage, encryptForStorage } from './seal.ts'
import { createToken, hashToken } from './tokens.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `submission` is for requests that get the first reply again if they are repeated. `form` is for the page with the
     * form, which sets a cookie that identifies the browser.
     */
    idempotent?: 'submission' | 'form'
  }
}

/** How long a repeated request waits for the first reply, and how long the first reply is stored. */
const inTenSeconds = sql<string>`now() + interval '10 seconds'`

const storedHeaders = ['location', 'set-cookie', 'content-type', 'content-encoding'] as const
const storedReply = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  body: z.string(),
})

/** Replies to a repeated form submission with the first reply, unless the first reply was an error. */
export function replayRepeatedRequests(app: App, { config }: Pick<Context, 'config'>): void {
  const keys = new WeakMap<FastifyRequest, string>()

  app.addHook('preHandler', async (request, reply) => {
    const { idempotent } = request.routeOptions.config
    if (!idempotent) return
    const client = identifyClient(request, reply)
    if (idempotent === 'form' || client === undefined) return
    const key = createHash('sha256')
      .update([client, request.method, request.url, JSON.stringify(request.body)].join('\n'))
      .digest('base64url')
    if (await isFirstRequest(request.db, hashOf(key))) return void keys.set(request, key)
    const firstReply = await waitForFirstReply(request.db, hashOf(key))
    if (!firstReply) return
    const { status, headers, body } = storedReply.parse(
      JSON.parse(await decryptFromStorage(config, toPurpose(key), firstReply)),
    )
    return reply.code(status).headers(headers).send(Buffer.from(body, 'base64'))
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const key = keys.get(request)
    if (key === undefined) return
    const { statusCode: status } = reply
    const names = storedHeaders.filter((name) => reply.hasHeader(name))
    const headers = Object.fromEntries(names.map((name) => [name, reply.getHeader(name)!]))
    const body = Buffer.from((payload ?? '') as string | Buffer).toString('base64')
    const json = JSON.stringify({ status, headers, body } satisfies z.input<typeof storedReply>)
    await request.db.update(
      'button_presses',
      { press_hash: hashOf(key) },
      status < (request.method === 'GET' ? 500 : 400)
        ? { answer: await encryptForStorage(config, toPurpose(key), json), expires_at: inTenSeconds }
        : { expires_at: sql<string>`'-infinity'` },
    )
  })

  function identifyClient(request: FastifyRequest, reply: FastifyReply): string | undefined {
    const cookie = browserCookie(config, request.site)
    const known = cookie.read(request) ?? request.headers.authorization
    if (known !== undefined || !prefersHtml(request.headers.accept)) return known
    const browser = createToken()
    cookie.set(reply, browser)
    return browser
  }

  function hashOf(key: string): string {
    return hashToken(config, 'button press', key)
  }
}

/** Returns the cookie that identifies a browser, so that its repeated requests are recognized. */
export function browserCookie({ PUBLIC_URL, CHAMPIONS_URL }: Config, site: Site): HostCookie {
  return site === 'internal' ? hostCookie(PUBLIC_URL, 'staff_press') : hostCookie(CHAMPIONS_URL, 'champion_press')
}

function toPurpose(key: string): string {
  return `button press ${key}`
}

async function isFirstRequest(db: Db, press_hash: string): Promise<boolean> {
  await db.remove('button_presses', { expires_at: compare('<', sql`now()`) })
  const inserted = await db
    .insertInto('button_presses')
    .values({ press_hash, expires_at: inTenSeconds })
    .onConflict((conflict) => conflict.doNothing())
    .returning('press_hash')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Returns the encrypted first reply, or undefined if the first request was refused or its server stopped. */
async function waitForFirstReply(db: Db, press_hash: string): Promise<string | undefined> {
  for (let pauseMs = 10; ; pauseMs = Math.min(2 * pauseMs, 200)) {
    const first = await db.find('button_presses', ['answer'], { press_hash, expires_at: compare('>', sql`now()`) })
    if (!first || first.answer !== null) return first?.answer ?? undefined
    await pause(pauseMs)
  }
}
