import type { FastifyReply, FastifyRequest } from 'fastify'
import { compare, isNotNull } from '../../foundations/database/rows.ts'
import { randomInt } from 'node:crypto'
import { foldEmail } from '@alumni/shared/email-address'
import { codeDigits } from '@alumni/shared/champions/sign-in'
import { sql } from 'kysely'
import { lockSurvivingSignup, signupWithEmail, findSurvivingSignup, type Signup } from '../record/find-signup.ts'
import { ipHashOf, writeActivityEvent } from '../record/activity-events.ts'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { createToken, hashToken, hashTokenWithAllSecrets } from '../../foundations/http/tokens.ts'
import { enqueueLetter, type LetterKind, type Letters } from '../../foundations/mail/letters.ts'
import type { ProvenSignup } from './complete-signin.ts'
import { savePendingSignin, readPendingSignin } from './cookies.ts'

/** Maximum number of wrong codes per browser and address, for all requests that have not expired. */
const maxWrongCodes = 5
/** Maximum number of wrong codes per address in 24 hours; after that only links work. */
const maxWrongCodesADay = 100
/** Maximum number of messages to one address in 15 minutes. */
export const maxMessages = 3

const purposes = {
  address: 'sign-in address',
  browser: 'sign-in browser',
  link: 'sign-in link',
  code: 'sign-in code',
}

const inTenMinutes = sql<string>`now() + interval '10 minutes'`
const isLive = sql<boolean>`ended_at is null and expires_at > now()`
const live = { ended_at: null, expires_at: compare('>', sql`now()`) }

type SigninLetterKind = { [Kind in LetterKind]: Letters[Kind] extends { request: number } ? Kind : never }[LetterKind]

type SigninAttempt = { email: string; isMasked?: boolean; keepMeSignedIn: boolean; returnTo?: string | undefined }

/**
 * Requests a sign-in letter. Treats unknown addresses the same, so that the response does not reveal whether a signup
 * exists. The code works only in the browser that requested it.
 */
export async function requestSignin(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, ...attempt }: SigninAttempt & { kind: SigninLetterKind },
): Promise<void> {
  const { email, keepMeSignedIn } = attempt
  const browserSecret = await startPendingSignin(config, request, reply, attempt)
  await transact(db, async (db) => {
    const id = await db.add('signin_requests', {
      email_hash: emailHash(config, email),
      browser_hash: hashToken(config, purposes.browser, browserSecret),
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
    await enqueueLetter(db, kind, { request: id })
  })
}

/** Saves a sign-in attempt in this browser's cookie and returns the browser's secret. Sends no letter. */
export async function startPendingSignin(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, isMasked = false, ...attempt }: SigninAttempt,
): Promise<string> {
  const pending = await readPendingSignin(config, request)
  const browser = pending?.browser ?? createToken()
  await savePendingSignin(config, reply, { ...attempt, browser, email: email.trim(), isMasked, askedAt: Date.now() })
  return browser
}

export type UsedSignin = ProvenSignup & { keepMeSignedIn: boolean }

/**
 * Creates the link and code of a sign-in letter, and stores only hashes. Returns null for an unknown address or expired
 * request, or after three letters in 15 minutes. `to` is the requested address, which may belong to a signup that was
 * merged into `signup`.
 */
export async function createSigninSecrets(
  db: Db,
  config: Config,
  requestId: number,
): Promise<{ signup: Signup; to: string; url: string; code: string } | null> {
  return transact(db, async (db) => {
    const request = await db
      .selectFrom('signin_requests as request')
      .innerJoin('champion_signups as signup', 'signup.id', 'request.signup_id')
      .select(['request.email_hash', 'signup.id as signup_id', 'signup.email as to'])
      .where('request.id', '=', requestId)
      .where(isLive)
      .executeTakeFirst()
    const signup = request && (await findSurvivingSignup(db, request.signup_id))
    if (!signup) return null
    await lockAddress(db, request.email_hash)
    const messages = await db.findAll('signin_requests', ['id'], {
      email_hash: request.email_hash,
      id: compare('!=', requestId),
      link_hash: isNotNull,
      created_at: compare('>', sql`now() - interval '15 minutes'`),
    })
    if (messages.length >= maxMessages) return null
    const token = createToken()
    const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
    await db.update(
      'signin_requests',
      { id: requestId },
      {
        link_hash: hashToken(config, purposes.link, token),
        code_hash: hashToken(config, purposes.code, codeOf(requestId, code)),
        expires_at: inTenMinutes,
      },
    )
    return { signup, to: request.to, url: `${config.CHAMPIONS_URL}/sign-in/link?token=${token}`, code }
  })
}

/** Returns true if a sign-in link still works. Does not use the link up. */
export async function isLinkLive(db: Db, config: Config, token: string): Promise<boolean> {
  const link_hash = hashTokenWithAllSecrets(config, purposes.link, token)
  return (await db.find('signin_requests', ['id'], { link_hash, ...live })) !== undefined
}

/** Uses up a sign-in link. Returns undefined if used or expired. Must run in the `completeSignin` transaction. */
export async function consumeLink(db: Db, config: Config, token: string): Promise<UsedSignin | undefined> {
  const request = await db.find('signin_requests', ['id', 'email_hash', 'signup_id'], {
    link_hash: hashTokenWithAllSecrets(config, purposes.link, token),
  })
  return request && consumeRequest(db, request)
}

type CodeAttempt = { email: string; browser: string; code: string; ipHash: string }

/** Uses up a sign-in code. Counts wrong codes, returning undefined. Must run in the `completeSignin` transaction. */
export async function consumeCode(
  db: Db,
  config: Config,
  { email, browser, code, ipHash }: CodeAttempt,
): Promise<UsedSignin | undefined> {
  const addresses = hashTokenWithAllSecrets(config, purposes.address, foldEmail(email))
  await lockAddress(db, addresses[0]!)
  const requests = await db.findAll(
    'signin_requests',
    ['id', 'email_hash', 'signup_id', 'code_hash', 'wrong_codes'],
    { email_hash: addresses, browser_hash: hashTokenWithAllSecrets(config, purposes.browser, browser), ...live },
    { by: '-id' },
  )
  const [newest] = requests
  if (!newest || (await countWrongCodesOfDay(db, addresses)) >= maxWrongCodesADay) return undefined
  const matching = requests.find(
    ({ id, code_hash }) =>
      code_hash !== null && hashTokenWithAllSecrets(config, purposes.code, codeOf(id, code)).includes(code_hash),
  )
  if (matching) return consumeRequest(db, matching)
  const wrongCodes = requests.reduce((sum, { wrong_codes }) => sum + wrong_codes, 1)
  await db.update('signin_requests', { id: newest.id }, { wrong_codes: newest.wrong_codes + 1 })
  if (wrongCodes >= maxWrongCodes)
    await db.update('signin_requests', { id: requests.map(({ id }) => id) }, { ended_at: sql`now()` })
  await writeActivityEvent(db, {
    type: 'signin_failed',
    signup: newest.signup_id,
    ipHash,
    payload: { request: newest.id, wrong_codes: wrongCodes },
  })
  return undefined
}

async function countWrongCodesOfDay(db: Db, addresses: string[]): Promise<number> {
  const { count } = await db.get('signin_requests', [sql<number>`coalesce(sum(wrong_codes), 0)::int`.as('count')], {
    email_hash: addresses,
    created_at: compare('>', sql`now() - interval '1 day'`),
  })
  return count
}

type Request = { id: number; email_hash: string; signup_id: number | null }

/** Only one of several concurrent calls returns the signup. Locks the signup first to prevent deadlocks. */
async function consumeRequest(db: Db, request: Request): Promise<UsedSignin | undefined> {
  const signup = request.signup_id === null ? undefined : await lockSurvivingSignup(db, request.signup_id)
  const ended = await db
    .updateTable('signin_requests')
    .set({ ended_at: sql`now()` })
    .where('email_hash', '=', request.email_hash)
    .where(isLive)
    // An expired link must not end newer requests.
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('signin_requests').select('id').where('id', '=', request.id).where(isLive)),
    )
    .returning(['id', 'keep_me_signed_in'])
    .execute()
  const used = ended.find(({ id }) => id === request.id)
  return used && signup && { signup, provenId: request.signup_id!, keepMeSignedIn: used.keep_me_signed_in }
}

export async function pruneSigninRequests(db: Db): Promise<void> {
  await db.remove('signin_requests', { created_at: compare('<', sql<string>`now() - interval '2 days'`) })
}

/** Serializes transactions about the same address; `address` is its hash. */
export async function lockAddress(db: Db, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${address}, 0))`.execute(db)
}

export function emailHash(config: Config, email: string): string {
  return hashToken(config, purposes.address, foldEmail(email))
}

/** Prefixes a code with the id of its request, so that equal codes have different hashes. */
const codeOf = (requestId: number, code: string) => `${requestId}:${code}`

export async function cancelSigninRequests(db: Db, signups: readonly number[]): Promise<void> {
  await db.update('signin_requests', { signup_id: signups, ...live }, { ended_at: sql`now()` })
}
