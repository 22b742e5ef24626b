import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { proofMinutes, type ProofMethod, type ProofRequest } from '@alumni/shared/staff/second-factor'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { prefersHtml } from '../../foundations/http/accept.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { isPassword } from './password-rules.ts'
import { listFactorMethods, consumeFactor, createWrongFactorError } from './second-factor.ts'
import { type StaffSession, type StaffUser } from './staff-user.ts'
import { countAttempt, resetAttempts } from './wrong-codes.ts'

/** Throws HttpError 403 without a proof in the last `proofMinutes`. `confirms` names the action ("Undo the import"). */
export async function assertProven(request: FastifyRequest, confirms: string): Promise<void> {
  if (isRecentlyProven(request)) return
  const message =
    request.method === 'GET' && prefersHtml(request.headers.accept)
      ? 'This file contains personal data. Export it from its page in the staff app, which asks you to confirm that it is you.'
      : 'Confirm that it is you to continue.'
  throw new HttpError(403, message, {
    body: { prove: true, methods: await listProofMethods(request.db, request.staffUser!), confirms },
  })
}

export function isRecentlyProven({ staffSession }: Pick<FastifyRequest, 'staffSession'>): boolean {
  return Boolean(staffSession && staffSession.proven_at.getTime() > Date.now() - proofMinutes * 60_000)
}

/** Returns the user's second factors or, without any, the password or a new sign-in with Google. */
export async function listProofMethods(db: Db, user: StaffUser): Promise<ProofMethod[]> {
  const factors = await listFactorMethods(db, user.id)
  if (factors.length > 0) return factors
  return user.password_hash ? ['password'] : ['google']
}

/** Checks a password or second factor and marks the session as proven. Throws HttpError 422 if it is wrong. */
export async function confirmIdentity(
  db: Db,
  config: Config,
  user: StaffUser,
  session: StaffSession,
  proof: ProofRequest,
): Promise<void> {
  if ('password' in proof) {
    if ((await listFactorMethods(db, user.id)).length > 0)
      throw new HttpError(422, 'Use your second factor.', { fields: { password: 'Use your second factor.' } })
    await checkPassword(db, user, proof.password, 'password')
  } else {
    const consumeChallenge = consumeSessionChallenge(db, session.id)
    const isRight = await consumeFactor(db, config, user.id, proof, consumeChallenge, 'required')
    if (!isRight) throw createWrongFactorError(422)
  }
  await markProven(db, session)
}

/** Checks the current password and counts the attempt. Throws HttpError 422 for `field` if it is wrong. */
export async function checkPassword(db: Db, user: StaffUser, password: string, field: string) {
  await countAttempt(db, user.id)
  if (!(await isPassword(password, user.password_hash))) {
    const message = 'This is not your current password.'
    throw new HttpError(422, message, { fields: { [field]: message } })
  }
  await resetAttempts(db, user.id)
}

export async function markProven(db: Db, { id }: { id: number }): Promise<void> {
  await db.update('staff_sessions', { id }, { proven_at: sql<string>`now()` })
}

export async function saveSessionChallenge(db: Db, sessionId: number, challenge: string): Promise<void> {
  await db.update('staff_sessions', { id: sessionId }, { challenge })
}

/** Returns a function that consumes the stored challenge, and returns false if it differs or was consumed before. */
export function consumeSessionChallenge(db: Db, sessionId: number) {
  return async (challenge: string): Promise<boolean> =>
    (await db.update('staff_sessions', { id: sessionId, challenge }, { challenge: null })) > 0
}
