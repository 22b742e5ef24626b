import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
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
    /** `press`: works once, and a second press gets the first reply. `form`: the page with such a button. */
    worksOnce?: 'press' | 'form'
  }
}

/** Limits how long a second press waits for the first reply, and how long that reply is stored. */
const inTenSeconds = sql<string>`now() + interval '10 seconds'`

const answerHeaders = ['location', 'set-cookie', 'content-type', 'content-encoding'] as const
const answer = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  body: z.string(),
})

/** A cookie identifies a browser, a token a program. Refusals are not stored, so that each attempt counts. */
export function replyToSecondPress(app: App, { config }: Pick<Context, 'config'>): void {
  const pressed = new WeakMap<FastifyRequest, string>()

  app.addHook('preHandler', async (request, reply) => {
    const { worksOnce } = request.routeOptions.config
    if (!worksOnce) return
    const browser = identifyBrowser(request, reply)
    if (worksOnce === 'form' || browser === undefined) return
    const press = createHash('sha256')
      .update([browser, request.method, request.url, JSON.stringify(request.body)].join('\n'))
      .digest('base64url')
    if (await isFirstPress(request.db, hashOf(press))) return void pressed.set(request, press)
    const first = await waitForFirstReply(request.db, hashOf(press))
    if (!first) return
    const { status, headers, body } = answer.parse(
      JSON.parse(await decryptFromStorage(config, toPurpose(press), first)),
    )
    return reply.code(status).headers(headers).send(Buffer.from(body, 'base64'))
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const press = pressed.get(request)
    if (press === undefined) return
    const { statusCode: status } = reply
    const present = answerHeaders.filter((name) => reply.hasHeader(name))
    const headers = Object.fromEntries(present.map((name) => [name, reply.getHeader(name)!]))
    const body = Buffer.from((payload ?? '') as string | Buffer).toString('base64')
    const storedReply: z.input<typeof answer> = { status, headers, body }
    await request.db.update(
      'button_presses',
      { press_hash: hashOf(press) },
      status < (request.method === 'GET' ? 500 : 400)
        ? {
            answer: await encryptForStorage(config, toPurpose(press), JSON.stringify(storedReply)),
            expires_at: inTenSeconds,
          }
        : { expires_at: sql<string>`'-infinity'` },
    )
  })

  function identifyBrowser(request: FastifyRequest, reply: FastifyReply): string | undefined {
    const cookie = pressCookie(config, request.site)
    const known = cookie.read(request) ?? request.headers.authorization
    if (known !== undefined || !prefersHtml(request.headers.accept)) return known
    const browser = createToken()
    cookie.set(reply, browser)
    return browser
  }

  function hashOf(press: string): string {
    return hashToken(config, 'button press', press)
  }
}

/** Returns the cookie that identifies the browser of a press anonymously. */
export function pressCookie({ PUBLIC_URL, CHAMPIONS_URL }: Config, site: Site): HostCookie {
  return site === 'internal' ? hostCookie(PUBLIC_URL, 'staff_press') : hostCookie(CHAMPIONS_URL, 'champion_press')
}

function toPurpose(press: string): string {
  return `button press ${press}`
}

async function isFirstPress(db: Db, press_hash: string): Promise<boolean> {
  await db.remove('button_presses', { expires_at: compare('<', sql`now()`) })
  const first = await db
    .insertInto('button_presses')
    .values({ press_hash, expires_at: inTenSeconds })
    .onConflict((conflict) => conflict.doNothing())
    .returning('press_hash')
    .executeTakeFirst()
  return first !== undefined
}

/** Waits for the reply to the first press. Returns undefined if that press was refused or its server stopped. */
async function waitForFirstReply(db: Db, press_hash: string): Promise<string | undefined> {
  for (let pause = 10; ; pause = Math.min(2 * pause, 200)) {
    const first = await db.find('button_presses', ['answer'], { press_hash, expires_at: compare('>', sql`now()`) })
    if (!first || first.answer !== null) return first?.answer ?? undefined
    await sleep(pause)
  }
}
