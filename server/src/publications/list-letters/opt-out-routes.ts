import { optOutForm, optOutPage, optOutParams, type LetterTopic } from '@alumni/shared/publications/list-letters'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { HttpError, notFoundSentence } from '../../foundations/http/errors.ts'
import { changeOptOut, isOptOutToken, readOptOuts } from './opt-out.ts'

const url = '/letters/:recipient/:token'

/** Where a letter's link to say no leads: a GET changes nothing, and a POST works from a mail program too (RFC 8058). */
export function optOutRoutes(app: App, { config }: Context): void {
  const topicOf = async (
    { db }: FastifyRequest,
    { recipient, token }: z.output<typeof optOutParams>,
  ): Promise<LetterTopic> => {
    const letter = isOptOutToken(config, recipient, token)
      ? await db
          .selectFrom('list_letter_recipients as r')
          .innerJoin('list_letters as t', 't.id', 'r.letter_id')
          .select('t.topic')
          .where('r.id', '=', recipient)
          .executeTakeFirst()
      : undefined
    if (!letter) throw new HttpError(404, notFoundSentence)
    return letter.topic
  }
  const show = async (request: FastifyRequest, reply: FastifyReply, recipient: number, topic: LetterTopic) =>
    reply.portalPage(optOutPage, { action: request.url, topic, stopped: await readOptOuts(request.db, recipient) })

  app.get(url, { constraints: onExternal, schema: { params: optOutParams } }, async (request, reply) =>
    show(request, reply, request.params.recipient, await topicOf(request, request.params)),
  )
  app.post(
    url,
    { constraints: onExternal, schema: { params: optOutParams, body: z.unknown() } },
    async (request, reply) => {
      const { recipient } = request.params
      const topic = await topicOf(request, request.params)
      const asked = optOutForm.safeParse(request.body ?? {}).data ?? { topic: 'this', letters: 'off' }
      await changeOptOut(request.db, recipient, asked.topic === 'all' ? 'all' : topic, asked.letters === 'on')
      return show(request, reply, recipient, topic)
    },
  )
}
