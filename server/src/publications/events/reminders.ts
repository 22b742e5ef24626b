import { remindersForm, remindersPage, remindersParams } from '@alumni/shared/publications/content'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { survivingSignup, type Signup } from '../../champions/index.ts'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { HttpError, notFoundSentence } from '../../foundations/http/errors.ts'
import type { Config } from '../../foundations/process/config.ts'
import { isLinkToken, linkToken } from '../../foundations/http/tokens.ts'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { askForLetters } from '../../foundations/mail/letters.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'remind-attendees': Record<string, never>
  }
}

/**
 * Asks for a letter to everybody who goes to an event that begins within a day, once for each answer. Who answered on
 * that last day needs none.
 */
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
    await askForLetters(db, 'event-reminder', reminded)
  })
}

/** After a restore: who may have been reminded since the backup is not reminded again. */
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

/** Where the link in a reminder leads: a GET changes nothing, and a POST works from a mail program too (RFC 8058). */
export function reminderRoutes(app: App, { config }: Context): void {
  const read = async ({ db }: FastifyRequest, { signup, token }: z.output<typeof remindersParams>): Promise<Signup> => {
    const named = await db
      .selectFrom('champion_signups')
      .select(['id', 'public_id'])
      .where('public_id', '=', signup)
      .executeTakeFirst()
    const survivor =
      named && isLinkToken(config, reminders, String(named.id), token) && (await survivingSignup(db, named.id))
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

type Whose = Pick<Signup, 'id' | 'public_id'>

/** Where one turns reminders off without signing in: the link proves that it came by letter. */
export function remindersUrl(config: Config, signup: Whose): string {
  return `${config.CHAMPIONS_URL}/reminders/${signup.public_id}/${linkToken(config, reminders, String(signup.id))}`
}

const reminders = 'event reminders'
