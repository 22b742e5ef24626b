import { createHash, timingSafeEqual } from 'node:crypto'
import { foldEmail } from '@alumni/shared/email-address'
import { appCodeRequest, appSignInQuery, localPath, loginReply } from '@alumni/shared/staff/accounts'
import { secondFactorWanted } from '@alumni/shared/staff/second-factor'
import { LockMode, type FilterQuery } from '@mikro-orm/core'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { googleSignin, type GoogleIdentity } from '../../foundations/google/google-signin.ts'
import { onInternal } from '../../foundations/hosts/site.ts'
import { HttpError, notFoundSentence } from '../../foundations/http/errors.ts'
import { hostCookie } from '../../foundations/http/host-cookie.ts'
import { newToken, tokenHash, tokenHashes } from '../../foundations/http/tokens.ts'
import type { Config } from '../../foundations/process/config.ts'
import { audit } from './audit.ts'
import { StaffUser } from './staff-user.ts'
import { secondFactorUrl, signIn } from './second-factor-routes.ts'

const returnTo = z.object({ return_to: z.string().max(2000).optional().catch(undefined) }).catch({})

export function hasStaffGoogle({ GOOGLE_CLIENT_ID, STAFF_GOOGLE_HOSTED_DOMAIN }: Config): boolean {
  return Boolean(GOOGLE_CLIENT_ID && STAFF_GOOGLE_HOSTED_DOMAIN)
}

/** Signing in with the institution's own Google accounts, for active users that exist. */
export function googleRoutes(app: App, { config, google: provider }: Context): void {
  const hostedDomain = config.STAFF_GOOGLE_HOSTED_DOMAIN?.toLowerCase()
  const google = hasStaffGoogle(config)
    ? googleSignin(config, {
        provider,
        callbackUrl: `${config.PUBLIC_URL}/auth/google/callback`,
        cookie: hostCookie(config.PUBLIC_URL, 'staff_google'),
        carried: z.object({ returnTo: z.string(), app: appSignInQuery.optional() }),
        hostedDomain,
      })
    : undefined
  const configured = () => {
    if (!google) throw new HttpError(404, notFoundSentence)
    return google
  }

  app.post('/auth/google', { constraints: onInternal, schema: { body: returnTo } }, (request, reply) =>
    configured().leave(reply, { returnTo: localPath(request.body.return_to) }),
  )

  // The desktop app opens this in the person's own browser, and waits at a port of the same computer (RFC 8252).
  app.get('/auth/google/app', { constraints: onInternal, schema: { querystring: appSignInQuery } }, (request, reply) =>
    configured().leave(reply, { returnTo: '/', app: request.query }),
  )

  app.post(
    '/auth/google/app',
    {
      constraints: onInternal,
      schema: { body: appCodeRequest, response: { 200: z.union([loginReply, secondFactorWanted]) } },
    },
    async (request, reply) => {
      const user = await consumeAppCode(request.db, config, request.body)
      if (!user) throw new HttpError(410, 'This sign-in with Google is over. Begin again.')
      return signIn(request, reply, config, user, { wantsToken: true })
    },
  )

  app.get('/auth/google/callback', { constraints: onInternal }, async (request, reply) => {
    const { identity, carried } = await configured().arrive(request, reply)
    // The domain asked of Google is only a wish; the claim decides.
    const isOurs = identity?.hostedDomain?.toLowerCase() === hostedDomain
    const asked = carried?.app
    const { user, code } = await transact(request.db, async (db) => {
      const user = identity && isOurs ? await userOfGoogle(db, identity) : null
      return { user, code: user && asked ? await openAppCode(db, config, user.id, asked.challenge) : undefined }
    })
    if (asked) return reply.redirect(urlOfApp(asked, code ? { code } : { refused: 'google' }), 303)
    if (!user || !carried) return reply.redirect('/login?refused=google', 303)
    const answer = await signIn(request, reply, config, user)
    return reply.redirect('second_factor' in answer ? secondFactorUrl(carried.returnTo) : carried.returnTo, 303)
  })
}

function urlOfApp({ port, state }: z.output<typeof appSignInQuery>, answer: Record<string, string>): string {
  return `http://127.0.0.1:${port}/?${new URLSearchParams({ ...answer, state })}`
}

/**
 * The active user who has this account, or has its verified address and no account yet: that one is theirs from then
 * on. They are held until the transaction ends: whoever deactivates them, or takes their invitation back, comes before
 * or after.
 */
async function userOfGoogle(db: Db, { uid, email }: GoogleIdentity): Promise<StaffUser | null> {
  const find = (who: FilterQuery<StaffUser>) =>
    db.entities.findOne(StaffUser, { $and: [who, { is_active: true }] }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  const user =
    (await find({ google_uid: uid })) ?? (email ? await find({ email: foldEmail(email), google_uid: null }) : null)
  if (!user) return null
  user.google_uid = uid
  await audit(db, user, 'signed in with Google', `staff-users/${user.id}`)
  return user
}

const lifetimeSeconds = 2 * 60

/** A code with which the desktop app that made `challenge` can sign this person in, once. */
async function openAppCode(db: Db, config: Config, userId: number, challenge: string): Promise<string> {
  const code = newToken()
  await db
    .deleteFrom('staff_app_codes')
    .where('expires_at', '<', sql<string>`now()`)
    .execute()
  await db
    .insertInto('staff_app_codes')
    .values({
      code_hash: tokenHash(config, appCode, code),
      user_id: userId,
      challenge,
      expires_at: sql<string>`now() + ${lifetimeSeconds} * interval '1 second'`,
    })
    .execute()
  return code
}

/**
 * Whose sign-in it is. The code is over after this, whether or not the verifier is the right one: another person has it
 * then.
 */
async function consumeAppCode(
  db: Db,
  config: Config,
  { code, verifier }: { code: string; verifier: string },
): Promise<StaffUser | null> {
  const open = await db
    .selectFrom('staff_app_codes')
    .select('user_id')
    .where('code_hash', 'in', tokenHashes(config, appCode, code))
    .executeTakeFirst()
  // Read before the code is taken: a change that ends it, or comes later, is noticed.
  const user = open ? await db.entities.findOne(StaffUser, { id: open.user_id, is_active: true }) : null
  const taken = await db
    .deleteFrom('staff_app_codes')
    .where('code_hash', 'in', tokenHashes(config, appCode, code))
    .where('expires_at', '>', sql<string>`now()`)
    .returning('challenge')
    .executeTakeFirst()
  return taken && isVerifierOf(taken.challenge, verifier) ? user : null
}

function isVerifierOf(challenge: string, verifier: string): boolean {
  const made = createHash('sha256').update(verifier).digest('base64url')
  return made.length === challenge.length && timingSafeEqual(Buffer.from(made), Buffer.from(challenge))
}

const appCode = 'app code'
