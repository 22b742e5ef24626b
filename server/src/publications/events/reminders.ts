import { remindersForm, remindersPage, remindersParams } from '@alumni/shared/publications/content'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findSurvivingSignup, type Signup } from '../../champions/index.ts'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { HttpError, notFoundMessage } from '../../foundations/http/errors.ts'
import type { Config } from '../../foundations/process/config.ts'
import { isLinkToken, createLinkToken } from '../../foundations/http/tokens.ts'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { enqueueLetters } from '../../foundations/mail/letters.ts'

/** Reminds attendees a day before the event, except those who answered later than that. */
export async function remindAttendees({ db }: { db: Db }): Promise<void> {
  await transact(db, async (db) => {
    const reminded = await db
      .updateTable('event_rsvps as r')
      .from('events as e')
      .set({ reminded_at: sql<string>`now()` })
      .whereRef('e.id', '=', 'r.event_id')
      .where('r.status', '=', 'going')
      .where('r.reminded_at', 'is', null)
      .where('e.cancelled_at', 'is', null)
      .where(sql<boolean>`e.starts_at > now() and e.starts_at <= now() + interval '1 day'`)
      .where(sql<boolean>`r.asked_at <= e.starts_at - interval '1 day'`)
      .returning('r.id as rsvp')
      .execute()
    await enqueueLetters(db, 'event-reminder', reminded)
  })
}

/** After a restore, marks reminders as sent if the original server may have sent them since the backup. */
export async function skipPastReminders(db: Db): Promise<void> {
  await db
    .updateTable('event_rsvps as r')
    .from('events as e')
    .set({ reminded_at: sql<string>`now()` })
    .whereRef('e.id', '=', 'r.event_id')
    .where('r.reminded_at', 'is', null)
    .where(sql<boolean>`e.starts_at <= now() + interval '1 day'`)
    .execute()
}

const url = '/reminders/:signup/:token'

/** Registers the reminder opt-out page. A GET changes nothing, and a POST also works from a mail program (RFC 8058). */
export function reminderRoutes(app: App, { config }: Context): void {
  // Ignores the body: a mail program may send any (RFC 8058), and only the token counts.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, callback) => callback(null))
  const read = async ({ db }: FastifyRequest, { signup, token }: z.output<typeof remindersParams>): Promise<Signup> => {
    const row = await db.find('champion_signups', ['id', 'public_id'], { public_id: signup })
    // Links from releases up to v0.14.0 contain a token for the id instead of the public id.
    const isValid = row && [row.public_id, String(row.id)].some((id) => isLinkToken(config, reminders, id, token))
    const survivor = isValid && (await findSurvivingSignup(db, row.id))
    if (!survivor) throw new HttpError(404, notFoundMessage)
    return survivor
  }
  app.get(url, { constraints: onExternal, schema: { params: remindersParams } }, async (request, reply) => {
    const { wants_reminders } = await read(request, request.params)
    return reply.portalPage(remindersPage, { action: request.url, wants_reminders })
  })
  app.post(
    url,
    {
      constraints: onExternal,
      config: { opensByToken: true },
      schema: { params: remindersParams, body: z.unknown() },
    },
    async (request, reply) => {
      const signup = await read(request, request.params)
      const { reminders = 'off' } = remindersForm.safeParse(request.body ?? {}).data ?? {}
      const wants_reminders = reminders === 'on'
      await request.db.update('champion_signups', { id: signup.id }, { wants_reminders })
      return reply.portalPage(remindersPage, { action: request.url, wants_reminders })
    },
  )
}

/** Builds the link that turns reminders off without signing in. */
export function buildRemindersUrl(config: Config, { public_id }: Pick<Signup, 'public_id'>): string {
  return `${config.CHAMPIONS_URL}/reminders/${public_id}/${createLinkToken(config, reminders, public_id)}`
}

/** Checks the form and token of a path from `buildRemindersUrl`, without a query. */
export function isRemindersLink(config: Config, path: string): boolean {
  const [, signup, token] = /^\/reminders\/([\da-f-]{36})\/([\w-]+)(?:\?|$)/.exec(path) ?? []
  return signup !== undefined && isLinkToken(config, reminders, signup, token!)
}

const reminders = 'event reminders'
