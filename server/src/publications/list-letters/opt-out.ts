import { optOutForm, optOutPage, optOutParams, type LetterTopic } from '@alumni/shared/publications/list-letters'
import type { PropsOf } from '@alumni/shared/portal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { readOptOuts, type LetterPerson } from '../../alumni/index.ts'
import { changeOptOuts } from '../../champions/index.ts'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { encryptForStorage } from '../../foundations/http/seal.ts'
import { isLinkToken } from '../../foundations/http/tokens.ts'
import type { Config } from '../../foundations/process/config.ts'
import { addressPurpose } from '../engine/email-answers.ts'

/** Stores the encrypted address and `claim`, and returns the recipient’s permanent opt-out link and answer token. */
export async function saveLinks(
  db: Db,
  config: Config,
  recipient: number,
  address: string,
  claim: { address_key?: RawBuilder<string> } = {},
) {
  const sent_to = await encryptForStorage(config, addressPurpose(recipient), address)
  const { opt_out_token, answer_token } = await db
    .updateTable('list_letter_recipients')
    .set({
      opt_out_token: sql<string>`coalesce(opt_out_token, gen_random_uuid())`,
      answer_token: sql<string>`coalesce(answer_token, gen_random_uuid())`,
      sent_to,
      ...claim,
    })
    .where('id', '=', recipient)
    .returning(['opt_out_token', 'answer_token'])
    .executeTakeFirstOrThrow()
  return { unsubscribe: `${config.CHAMPIONS_URL}/opt-outs/${opt_out_token}`, answer_token }
}

type OptOutLink = { recipient?: string | undefined; token: string }

/** Returns the topic and person of an opt-out link, even of a deleted signup, or undefined for an invalid token. */
export async function readOptOutLink(
  db: Db,
  config: Config,
  { recipient, token }: OptOutLink,
): Promise<{ topic: LetterTopic; person: LetterPerson } | undefined> {
  const isKnown =
    recipient === undefined
      ? isToken(token) && sql<boolean>`r.opt_out_token = ${token}`
      : isEarlierToken(config, recipient, token) && isSamePerson(recipient)
  if (!isKnown) return undefined
  const row = await db
    .selectFrom('list_letter_recipients as r')
    .innerJoin('list_letters as t', 't.id', 'r.letter_id')
    .leftJoin('alumni as a', 'a.id', 'r.alumnus_id')
    // The owner of a deleted signup can still opt out for a later signup.
    .leftJoin('champion_signups as s', (join) =>
      join.on(sql<boolean>`s.id = coalesce(surviving_signup(r.signup_id), r.signup_id)`),
    )
    .select(['t.topic', 's.id as signup', sql<string | null>`coalesce(s.buid, a.buid)`.as('buid')])
    .where(isKnown)
    .executeTakeFirst()
  return row && { topic: row.topic, person: { buid: row.buid, signup: row.signup } }
}

/**
 * Links from v0.14.0 contain a recipient id, which a restore may have assigned to another person. Trusts the id only if
 * the recipient has no token and there has been no restore since the letter was sent.
 */
function isSamePerson(recipient: string) {
  return sql<boolean>`r.id = ${recipient}::bigint and r.opt_out_token is null
    and not exists (select from restores where restored_at < r.changed_at)`
}

function isEarlierToken(config: Config, recipient: string, token: string): boolean {
  return /^[1-9]\d{0,14}$/.test(recipient) && isLinkToken(config, 'letters to lists', recipient, token)
}

function isToken(token: string): boolean {
  return z.uuid().safeParse(token).success
}

/** Letters from releases up to v0.14.0 contain the second URL. */
const urls = ['/opt-outs/:token', '/letters/:recipient/:token']

/** Registers the opt-out page for letters. A GET changes nothing; a POST also works from a mail program (RFC 8058). */
export function optOutRoutes(app: App, { config }: Context): void {
  // Accepts every content type, because a mail program may send any body (RFC 8058) and only the token counts.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, callback) =>
    callback(null, parseJsonChoice(body as string)),
  )
  type Link = NonNullable<Awaited<ReturnType<typeof readOptOutLink>>>
  const read = async ({ db }: FastifyRequest, params: z.output<typeof optOutParams>): Promise<Link> => {
    const link = await readOptOutLink(db, config, params)
    if (!link)
      throw new HttpError(
        404,
        `We could not find the e-mail that this link came with, so nothing has changed. To stop our e-mails, reply to that e-mail or write to ${config.institution.support_email}.`,
      )
    return link
  }
  type ResumedLetters = PropsOf<typeof optOutPage>['resumed']
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { topic, person }: Link,
    resumed: ResumedLetters = null,
  ) =>
    reply.header('referrer-policy', 'no-referrer').portalPage(optOutPage, {
      action: request.url,
      topic,
      stopped: await readOptOuts(request.db, person),
      resumed,
    })

  for (const url of urls) {
    app.get(url, { constraints: onExternal, schema: { params: optOutParams } }, async (request, reply) =>
      show(request, reply, await read(request, request.params)),
    )
    app.post(
      url,
      {
        constraints: onExternal,
        config: { opensByToken: true },
        schema: { params: optOutParams, body: z.unknown() },
      },
      async (request, reply) => {
        const link = await read(request, request.params)
        const choice = optOutForm.safeParse(request.body ?? {}).data ?? { topic: 'this', letters: 'off' }
        const topics = [choice.topic === 'all' ? 'all' : link.topic] as const
        await changeOptOuts(request.db, link.person, { [choice.letters]: topics }, 'e-mail opt-out')
        return show(request, reply, link, choice.letters === 'on' ? choice.topic : null)
      },
    )
  }
}

function parseJsonChoice(body: string): z.output<typeof optOutForm> | undefined {
  try {
    return optOutForm.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

const linkPath = /^\/(?:opt-outs|letters\/(?<recipient>\d+))\/(?<token>[\w-]+)(?:\?|$)/

/** Recognizes URLs with a valid opt-out token, which the guard admits despite limits and bans. */
export class OptOutRequests {
  readonly #db: Db
  readonly #config: Config
  #last: Promise<unknown> = Promise.resolve()
  #next: { tokens: Set<string>; found: Promise<ReadonlySet<string>> } | undefined

  constructor(db: Db, config: Config) {
    this.#db = db
    this.#config = config
  }

  async has(url: string): Promise<boolean> {
    const { token, recipient } = linkPath.exec(url)?.groups ?? {}
    if (token === undefined) return false
    if (recipient !== undefined) return isEarlierToken(this.#config, recipient, token)
    return isToken(token) && this.#find(token.toLowerCase())
  }

  /** Runs one query at a time for all waiting requests, so that guessing tokens uses at most one connection. */
  async #find(token: string): Promise<boolean> {
    if (!this.#next) {
      const tokens = new Set<string>()
      const found = this.#last.then(() => {
        this.#next = undefined
        return this.#read([...tokens])
      })
      this.#last = found.catch(() => undefined)
      this.#next = { tokens, found }
    }
    this.#next.tokens.add(token)
    return (await this.#next.found).has(token)
  }

  async #read(tokens: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#db
      .selectFrom('list_letter_recipients')
      .select('opt_out_token')
      .where(sql<boolean>`opt_out_token = any(${tokens}::uuid[])`)
      .execute()
    return new Set(rows.map(({ opt_out_token }) => opt_out_token!))
  }
}
