import { remindersForm, remindersPage, remindersParams } from '@alumni/shared/publications/content'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { survivingSignup, type Signup } from '../../champions/index.ts'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { HttpError, notFoundSentence } from '../../foundations/http/errors.ts'
import { isRemindersToken } from './reminder-links.ts'

const url = '/reminders/:signup/:token'

/** Where the link in a reminder leads: a GET changes nothing, and a POST works from a mail program too (RFC 8058). */
export function reminderRoutes(app: App, { config }: Context): void {
  const read = async ({ db }: FastifyRequest, { signup, token }: z.output<typeof remindersParams>): Promise<Signup> => {
    const named = await db
      .selectFrom('champion_signups')
      .select(['id', 'public_id'])
      .where('public_id', '=', signup)
      .executeTakeFirst()
    const survivor = named && isRemindersToken(config, named, token) && (await survivingSignup(db, named.id))
    if (!survivor) throw new HttpError(404, notFoundSentence)
    return survivor
  }
  app.get(url, { constraints: onExternal, schema: { params: remindersParams } }, async (request, reply) => {
    const { wants_reminders } = await read(request, request.params)
    return reply.portalPage(remindersPage, { action: request.url, wants_reminders })
  })
  app.post(
    url,
    { constraints: onExternal, schema: { params: remindersParams, body: z.unknown() } },
    async (request, reply) => {
      const signup = await read(request, request.params)
      const { reminders = 'off' } = remindersForm.safeParse(request.body ?? {}).data ?? {}
      const wants_reminders = reminders === 'on'
      await request.db.updateTable('champion_signups').set({ wants_reminders }).where('id', '=', signup.id).execute()
      return reply.portalPage(remindersPage, { action: request.url, wants_reminders })
    },
  )
}
