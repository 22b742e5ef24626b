import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { ipHashOf, signupWithEmail, writeActivityEvent } from '../champions/index.ts'
import type { Config } from '../config.ts'
import type { EntityManager } from '../database/orm.ts'
import { newToken } from '../http/tokens.ts'
import { askForLetter, type LetterKind, type Letters } from '../mail/letters.ts'
import { keepPendingSignin, readPendingSignin } from './pending-signin.ts'
import { browserHash, emailHash, inTenMinutes } from './signin-requests.ts'

/** The kinds of letters that carry a sign-in link and code, which their composer gets from `writeSigninSecrets`. */
type SigninLetterKind = { [Kind in LetterKind]: Letters[Kind] extends { request: number } ? Kind : never }[LetterKind]

type Asked = { email: string; keepMeSignedIn: boolean; kind: SigninLetterKind; returnTo?: string | undefined }

/**
 * Asks for a letter that signs the person of this address in, and marks the browser in which its code works. For an address of
 * nobody's the same is written: PostgreSQL alone knows which it was, and the worker finds that there is nobody to write to.
 */
export async function askForSignin(
  em: EntityManager,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, keepMeSignedIn, kind, returnTo }: Asked,
): Promise<void> {
  const pending = await readPendingSignin(config, request)
  const browser = pending?.browser ?? newToken()
  await em.transactional(async (em) => {
    const { id } = await em
      .getKysely()
      .insertInto('signin_requests')
      .values({
        email_hash: emailHash(config, email),
        browser_hash: browserHash(config, browser),
        signup_id: signupWithEmail(email),
        keep_me_signed_in: keepMeSignedIn,
        expires_at: inTenMinutes,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeActivityEvent(em, {
      type: 'signin_requested',
      signup: sql<number | null>`(select signup_id from signin_requests where id = ${id})`,
      ipHash: ipHashOf(config, request),
      payload: { request: id },
    })
    await askForLetter(em, kind, { request: id })
  })
  await keepPendingSignin(config, reply, {
    browser,
    email: email.trim(),
    keepMeSignedIn,
    returnTo,
    askedAt: Date.now(),
  })
}
