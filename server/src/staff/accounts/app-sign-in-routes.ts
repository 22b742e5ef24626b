import { compare } from '../../foundations/database/rows.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import {
  appCodeRequest,
  appSignInQuery,
  appSignInReply,
  appSignInUrl,
  loginReply,
  sessionReply,
} from '@alumni/shared/staff/accounts'
import { secondFactorRequired } from '@alumni/shared/staff/second-factor'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { onInternal } from '../../foundations/hosts/site.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { createToken, hashToken, hashTokenWithAllSecrets } from '../../foundations/http/tokens.ts'
import type { Config } from '../../foundations/process/config.ts'
import { actions } from './actions.ts'
import { lockVerified } from './lock-user.ts'
import { isLive } from './sessions.ts'
import { signIn } from './second-factor-routes.ts'
import { StaffUser, type StaffSession } from './staff-user.ts'

/** Registers the sign-in of the desktop app, which receives a code on a local port (RFC 8252, RFC 7636). */
export function appSignInRoutes(app: App, { config }: Context): void {
  const consent = actions(app, { url: appSignInUrl, needs: 'viewer' })
  consent.page(
    '',
    { query: appSignInQuery, reply: sessionReply },
    async ({ request }) => (await request.sessionReply())!,
  )
  // Requires a click and a fresh proof, because another local program may open the page too.
  consent.post(
    '',
    { body: appSignInQuery, reply: appSignInReply, proof: 'Sign the desktop app in' },
    async ({ db, me, body: { port, challenge, state }, request }) => {
      const code = await createAppCode(db, config, me, request.staffSession!, challenge)
      return { url: `http://127.0.0.1:${port}/?${new URLSearchParams({ code, state })}` }
    },
  )

  app.post(
    '/auth/google/app',
    {
      constraints: onInternal,
      schema: { body: appCodeRequest, response: { 200: z.union([loginReply, secondFactorRequired]) } },
    },
    async (request, reply) => {
      const user = await consumeAppCode(request.db, config, request.body)
      if (!user) throw new HttpError(410, 'This sign-in has expired. Start again.')
      // The browser has already verified the second factor.
      return signIn(request, reply, config, user, { wantsToken: true, isComplete: true })
    },
  )
}

const lifetimeSeconds = 2 * 60

/** Creates a one-time code for the app that created `challenge`, valid only while the browser's session lasts. */
function createAppCode(
  db: Db,
  config: Config,
  user: StaffUser,
  session: StaffSession,
  challenge: string,
): Promise<string> {
  const code = createToken()
  return transact(db, async (db) => {
    await lockVerified(db, user)
    const activeSessions = await db.findAll('staff_sessions', ['id'], { id: session.id }, { lock: true })
    if (activeSessions.length === 0) throw new HttpError(401, 'You are signed out. Sign in and try again.')
    await db.remove('staff_app_codes', { expires_at: compare('<', sql<string>`now()`) })
    await db.insert('staff_app_codes', {
      code_hash: hashToken(config, appCodePurpose, code),
      user_id: user.id,
      session_id: session.id,
      challenge,
      expires_at: sql<string>`now() + ${lifetimeSeconds} * interval '1 second'`,
    })
    return code
  })
}

/** Returns the user of a code. A wrong verifier also consumes the code, because the code must have leaked. */
async function consumeAppCode(
  db: Db,
  config: Config,
  { code, verifier }: { code: string; verifier: string },
): Promise<StaffUser | null> {
  const appCode = await db.find('staff_app_codes', ['user_id'], {
    code_hash: hashTokenWithAllSecrets(config, appCodePurpose, code),
  })
  // Reads the user first, so that a concurrent change is detected.
  const user = appCode ? await db.entities.findOne(StaffUser, { id: appCode.user_id, is_active: true }) : null
  const consumedCode = await db
    .deleteFrom('staff_app_codes')
    .where('code_hash', 'in', hashTokenWithAllSecrets(config, appCodePurpose, code))
    .where('expires_at', '>', sql<string>`now()`)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        // Codes from the previous release have no session.
        eb('session_id', 'is', null),
        exists(
          selectFrom('staff_sessions as s')
            .select('s.id')
            .whereRef('s.id', '=', 'staff_app_codes.session_id')
            .where(isLive('s')),
        ),
      ]),
    )
    .returning('challenge')
    .executeTakeFirst()
  return consumedCode && isVerifierOf(consumedCode.challenge, verifier) ? user : null
}

function isVerifierOf(challenge: string, verifier: string): boolean {
  const expected = createHash('sha256').update(verifier).digest('base64url')
  return expected.length === challenge.length && timingSafeEqual(Buffer.from(expected), Buffer.from(challenge))
}

const appCodePurpose = 'app code'
