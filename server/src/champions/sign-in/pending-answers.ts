import { privacyPolicyVersion } from '@alumni/shared/champions/privacy-policy'
import { sql, type Selectable } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { compare, isNotNull } from '../../foundations/database/rows.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import { createToken, hashToken, hashTokenWithAllSecrets } from '../../foundations/http/tokens.ts'
import type { Config } from '../../foundations/process/config.ts'
import { signupWithEmail } from '../record/find-signup.ts'
import { emailHash, lockAddress, maxMessages } from './signin-requests.ts'

const purpose = 'answer link'
const inTenMinutes = sql<string>`now() + interval '10 minutes'`

type Row = Selectable<Tables['pending_answers']>
type AnswerSubject = Partial<Pick<Row, 'event_id' | 'opportunity_id' | 'recipient_id'>>
type NewAnswer = AnswerSubject & Pick<Row, 'email' | 'first_name' | 'last_name'> & { answer: object }

/** Stores an answer and returns its id. Runs the same statement for known and unknown addresses. */
export function addPendingAnswer(db: Db, { answer, ...values }: NewAnswer): Promise<number> {
  return db.add('pending_answers', {
    ...values,
    answer: JSON.stringify(answer),
    signup_id: signupWithEmail(values.email),
    privacy_policy_version: privacyPolicyVersion,
    expires_at: inTenMinutes,
  })
}

export type PendingAnswer = NonNullable<Awaited<ReturnType<typeof findPendingAnswer>>>
const columns = [
  ...(['id', 'event_id', 'opportunity_id', 'recipient_id', 'signup_id', 'email', 'first_name', 'last_name'] as const),
  ...(['answer', 'privacy_policy_version', 'created_at', 'expires_at', 'confirmed_at'] as const),
  sql<boolean>`expires_at > now()`.as('is_live'),
] as const

/** Finds an answer by its link, even an expired one, without using the link up. */
export function findPendingAnswer(db: Db, config: Config, token: string, options?: { lock: true }) {
  return db.find('pending_answers', columns, { token_hash: hashTokenWithAllSecrets(config, purpose, token) }, options)
}

/**
 * Creates the link of an answer when its letter is written. Returns null if no letter is due: after ten minutes, after
 * three letters in 15 minutes, or if a newer answer replaces it.
 */
export async function writeAnswerLink(db: Db, config: Config, id: number) {
  return transact(db, async (db) => {
    const answer = await db.find('pending_answers', columns, { id, confirmed_at: null })
    if (!answer?.is_live) return null
    await lockAddress(db, emailHash(config, answer.email))
    const { is_newest, letters } = await db
      .selectFrom('pending_answers as p')
      .select([
        sql<boolean>`not exists (select from pending_answers o where ${isSameAddress} and o.id > p.id
          and o.event_id is not distinct from p.event_id and o.opportunity_id is not distinct from p.opportunity_id)`.as(
          'is_newest',
        ),
        sql<number>`(select count(*)::int from pending_answers o where ${isSameAddress} and o.id <> p.id
          and o.token_hash is not null and o.created_at > now() - interval '15 minutes')`.as('letters'),
      ])
      .where('p.id', '=', id)
      .executeTakeFirstOrThrow()
    if (!is_newest || letters >= maxMessages) return null
    const token = createToken()
    const token_hash = hashToken(config, purpose, token)
    await db.update('pending_answers', { id }, { token_hash, expires_at: inTenMinutes })
    return { ...answer, url: `${config.CHAMPIONS_URL}/answers/confirm?token=${token}` }
  })
}

const isSameAddress = sql`fold_email(o.email) = fold_email(p.email)`

/** Allows the letter to be written again; its former link then stops working. */
export async function renewPendingAnswer(db: Db, id: number): Promise<void> {
  await db.update('pending_answers', { id, confirmed_at: null }, { expires_at: inTenMinutes })
}

/** Deletes answers after two days, and the addresses of letters to lists after 180. */
export async function prunePendingAnswers(db: Db): Promise<void> {
  const old = { sent_to: isNotNull, changed_at: compare('<', sql<string>`now() - interval '180 days'`) }
  await db.update('list_letter_recipients', old, { sent_to: null })
  await db.remove('pending_answers', { created_at: compare('<', sql<string>`now() - interval '2 days'`) })
}
