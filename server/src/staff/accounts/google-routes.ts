import { foldEmail } from '@alumni/shared/email-address'
import { localPath } from '@alumni/shared/staff/accounts'
import { LockMode, type FilterQuery } from '@mikro-orm/core'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { createGoogleSignin, type GoogleIdentity } from '../../foundations/google/google-signin.ts'
import { onInternal } from '../../foundations/hosts/site.ts'
import { HttpError, notFoundMessage } from '../../foundations/http/errors.ts'
import { hostCookies } from '../../foundations/http/host-cookie.ts'
import type { Config } from '../../foundations/process/config.ts'
import { audit } from './audit.ts'
import { StaffUser } from './staff-user.ts'
import { secondFactorUrl, signIn } from './second-factor-routes.ts'

const returnTo = z.object({ return_to: z.string().max(2000).optional().catch(undefined) }).catch({})

export function hasStaffGoogle({ GOOGLE_CLIENT_ID, STAFF_GOOGLE_HOSTED_DOMAIN }: Config): boolean {
  return Boolean(GOOGLE_CLIENT_ID && STAFF_GOOGLE_HOSTED_DOMAIN)
}

/** Signs existing active users in with Google accounts of the institution's domain. */
export function googleRoutes(app: App, { config, google: provider }: Context): void {
  const hostedDomain = config.STAFF_GOOGLE_HOSTED_DOMAIN?.toLowerCase()
  const google = hasStaffGoogle(config)
    ? createGoogleSignin(config, {
        provider,
        callbackUrl: `${config.PUBLIC_URL}/auth/google/callback`,
        cookies: hostCookies(config.PUBLIC_URL, 'staff_google'),
        carried: z.object({ returnTo: z.string() }),
        hostedDomain,
      })
    : undefined
  const getGoogle = () => {
    if (!google) throw new HttpError(404, notFoundMessage)
    return google
  }

  app.post(
    '/auth/google',
    { constraints: onInternal, config: { idempotent: 'form' }, schema: { body: returnTo } },
    (request, reply) => getGoogle().start(reply, { returnTo: localPath(request.body.return_to) }),
  )

  const callback = { constraints: onInternal, config: { idempotent: 'submission' } } as const
  app.get('/auth/google/callback', callback, async (request, reply) => {
    const { identity, carried } = await getGoogle().finish(request, reply)
    // Google may ignore the requested domain, so the domain in the identity is checked.
    const isOurs = identity?.hostedDomain?.toLowerCase() === hostedDomain
    const user = await transact(request.db, async (db) => (identity && isOurs ? findGoogleUser(db, identity) : null))
    if (!user || !carried) return reply.redirect('/login?refused=google', 303)
    const answer = await signIn(request, reply, config, user)
    return reply.redirect('second_factor' in answer ? secondFactorUrl(carried.returnTo) : carried.returnTo, 303)
  })
}

/** Finds the active user with this Google account, or links it to one with its verified address and no account. */
async function findGoogleUser(db: Db, { uid, email }: GoogleIdentity): Promise<StaffUser | null> {
  const find = (conditions: FilterQuery<StaffUser>) =>
    db.entities.findOne(
      StaffUser,
      { $and: [conditions, { is_active: true }] },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    )
  const user =
    (await find({ google_uid: uid })) ?? (email ? await find({ email: foldEmail(email), google_uid: null }) : null)
  if (!user) return null
  user.google_uid = uid
  await audit(db, user, 'signed in with Google', `staff-users/${user.id}`)
  return user
}
