import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { ipHashOf, writeActivityEvent } from '../record/activity-events.ts'
import { signupWithEmail } from '../record/find-signup.ts'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { newToken } from '../../foundations/http/tokens.ts'
import { askForLetter, type LetterKind, type Letters } from '../../foundations/mail/letters.ts'
import { savePendingSignin, readPendingSignin } from './cookies.ts'
import { browserHash, emailHash, inTenMinutes } from './signin-requests.ts'

/** The kinds of letters that carry a sign-in link and code, which their composer gets from `writeSigninSecrets`. */
type SigninLetterKind = { [Kind in LetterKind]: Letters[Kind] extends { request: number } ? Kind : never }[LetterKind]

type Marked = { email: string; isMasked?: boolean; keepMeSignedIn: boolean; returnTo?: string | undefined }
type Asked = Marked & { kind: SigninLetterKind }

/**
 * Asks for a letter that signs the person of this address in, and marks the browser in which its code works. For an
 * address of no one's the same is written: PostgreSQL alone knows which it was, and the worker finds that there is no
 * one to write to.
 */
export async function askForSignin(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, ...marked }: Asked,
): Promise<void> {
  const { email, keepMeSignedIn } = marked
  const browser = await markBrowser(config, request, reply, marked)
  await transact(db, async (db) => {
    const id = await db.add('signin_requests', {
      email_hash: emailHash(config, email),
      browser_hash: browserHash(config, browser),
      signup_id: signupWithEmail(email),
      keep_me_signed_in: keepMeSignedIn,
      expires_at: inTenMinutes,
    })
    await writeActivityEvent(db, {
      type: 'signin_requested',
      signup: sql<number | null>`(select signup_id from signin_requests where id = ${id})`,
      ipHash: ipHashOf(config, request),
      payload: { request: id },
    })
    await askForLetter(db, kind, { request: id })
  })
}

/**
 * Marks the browser in which the codes for an address work, and returns its secret. It looks the same where no letter
 * is asked for.
 */
export async function markBrowser(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, isMasked = false, ...asked }: Marked,
): Promise<string> {
  const pending = await readPendingSignin(config, request)
  const browser = pending?.browser ?? newToken()
  await savePendingSignin(config, reply, { ...asked, browser, email: email.trim(), isMasked, askedAt: Date.now() })
  return browser
}
