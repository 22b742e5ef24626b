import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { proofMinutes, type ProofMethod, type ProofRequest } from '@alumni/shared/staff/second-factor'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { prefersHtml } from '../../foundations/http/accept.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { isPassword } from './password-rules.ts'
import { factorMethodsOf, consumeFactor, wrongFactor } from './second-factor.ts'
import { type StaffSession, type StaffUser } from './staff-user.ts'
import { countTry, forgetTries } from './wrong-codes.ts'

/**
 * For `onRequest` after `needs`: only whoever has shown within `proofMinutes` that it is still them passes. `confirms`
 * is what the request does, such as "Undo the import".
 */
export async function needsProof(request: FastifyRequest, confirms: string): Promise<void> {
  if (recentlyProven(request)) return
  const sentence =
    request.method === 'GET' && prefersHtml(request.headers.accept)
      ? 'This file contains personal data. Export it from its page in the staff app, which asks you to confirm that it is you.'
      : 'Confirm that it is you to continue.'
  throw new HttpError(403, sentence, {
    body: { prove: true, methods: await proofMethodsOf(request.db, request.staffUser!), confirms },
  })
}

export function recentlyProven({ staffSession }: Pick<FastifyRequest, 'staffSession'>): boolean {
  return Boolean(staffSession && staffSession.proven_at.getTime() > Date.now() - proofMinutes * 60_000)
}

/** The second factor; the password where there is none; a new sign-in with Google where there is neither. */
export async function proofMethodsOf(db: Db, user: StaffUser): Promise<ProofMethod[]> {
  const factors = await factorMethodsOf(db, user.id)
  if (factors.length > 0) return factors
  return user.password_hash ? ['password'] : ['google']
}

/** Takes what someone shows. 422: it is not right. */
export async function prove(
  db: Db,
  config: Config,
  user: StaffUser,
  session: StaffSession,
  shown: ProofRequest,
): Promise<void> {
  if ('password' in shown) await provePassword(db, user, shown.password, 'password')
  else {
    const takeChallenge = consumeSessionChallenge(db, session.id)
    if (!(await consumeFactor(db, config, user.id, shown, takeChallenge, 'required'))) throw wrongFactor(422)
  }
  await markProven(db, session)
}

/** The current password. Not taken where there is a second factor. 422 names `field`. */
async function provePassword(db: Db, user: StaffUser, password: string, field: string): Promise<void> {
  if ((await factorMethodsOf(db, user.id)).length > 0)
    throw new HttpError(422, 'Use your second factor.', { fields: { [field]: 'Use your second factor.' } })
  await checkPassword(db, user, password, field)
}

/** Counts the try. 422 names `field`. */
export async function checkPassword(db: Db, user: StaffUser, password: string, field: string) {
  await countTry(db, user.id)
  if (!(await isPassword(password, user.password_hash))) {
    const sentence = 'This is not your current password.'
    throw new HttpError(422, sentence, { fields: { [field]: sentence } })
  }
  await forgetTries(db, user.id)
}

export async function markProven(db: Db, { id }: { id: number }): Promise<void> {
  await db.update('staff_sessions', { id }, { proven_at: sql<string>`now()` })
}

export async function saveSessionChallenge(db: Db, sessionId: number, challenge: string): Promise<void> {
  await db.update('staff_sessions', { id: sessionId }, { challenge })
}

export function consumeSessionChallenge(db: Db, sessionId: number) {
  return async (challenge: string): Promise<boolean> =>
    (await db.update('staff_sessions', { id: sessionId, challenge }, { challenge: null })) > 0
}
