import { optOutForm, optOutPage, optOutParams } from '@alumni/shared/publications/list-letters'
import type { PropsOf } from '@alumni/shared/portal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readOptOuts } from '../../alumni/index.ts'
import { changeOptOuts } from '../../champions/index.ts'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { readOptOutLink } from './opt-out.ts'

/** The second is that of letters of v0.14.0 and before. */
const urls = ['/opt-outs/:token', '/letters/:recipient/:token']

/** Where a letter's link to say no leads: a GET changes nothing, and a POST works from a mail program too (RFC 8058). */
export function optOutRoutes(app: App, { config }: Context): void {
  // RFC 8058 lets a mail program send a form of files, and the token is all that counts: no body is refused.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, jsonChoice(body as string)))
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
  type Resumed = PropsOf<typeof optOutPage>['resumed']
  const show = async (request: FastifyRequest, reply: FastifyReply, { topic, person }: Link, resumed: Resumed = null) =>
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
        const asked = optOutForm.safeParse(request.body ?? {}).data ?? { topic: 'this', letters: 'off' }
        const topics = [asked.topic === 'all' ? 'all' : link.topic] as const
        await changeOptOuts(request.db, link.person, { [asked.letters]: topics }, 'e-mail opt-out')
        return show(request, reply, link, asked.letters === 'on' ? asked.topic : null)
      },
    )
  }
}

/** Returns what a JSON body chooses; undefined for any other body. */
function jsonChoice(body: string): z.output<typeof optOutForm> | undefined {
  try {
    return optOutForm.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}
