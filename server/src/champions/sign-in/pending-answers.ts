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

/** Stores an answer until it is confirmed. Runs one statement for all addresses, so that timing reveals nothing. */
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

/** Finds the answer for the token of a confirmation link, even if it has expired. */
export function findPendingAnswer(db: Db, config: Config, token: string, options?: { lock: true }) {
  return db.find('pending_answers', columns, { token_hash: hashTokenWithAllSecrets(config, purpose, token) }, options)
}

/** Creates an answer's link; null if the answer expired, a newer one exists, or after three letters in 15 minutes. */
export async function createAnswerLink(db: Db, config: Config, id: number) {
  return transact(db, async (db) => {
    const answer = await db.find('pending_answers', columns, { id, confirmed_at: null })
    if (!answer?.is_live) return null
    await lockAddress(db, emailHash(config, answer.email))
    const { is_newest, letters } = await db
      .selectFrom('pending_answers as answer')
      .innerJoin('pending_answers as other', (join) => join.on(isSameAddress))
      .select([
        sql<boolean>`not bool_or(other.id > answer.id
          and other.event_id is not distinct from answer.event_id
          and other.opportunity_id is not distinct from answer.opportunity_id)`.as('is_newest'),
        sql<number>`(count(*) filter (where other.id <> answer.id
          and other.token_hash is not null
          and other.created_at > now() - interval '15 minutes'))::int`.as('letters'),
      ])
      .where('answer.id', '=', id)
      .executeTakeFirstOrThrow()
    if (!is_newest || letters >= maxMessages) return null
    const token = createToken()
    const token_hash = hashToken(config, purpose, token)
    await db.update('pending_answers', { id }, { token_hash, expires_at: inTenMinutes })
    return { ...answer, url: `${config.CHAMPIONS_URL}/answers/confirm?token=${token}` }
  })
}

const isSameAddress = sql<boolean>`fold_email(other.email) = fold_email(answer.email)`

/** Extends an answer by ten minutes, so that another letter can be sent. */
export async function renewPendingAnswer(db: Db, id: number): Promise<void> {
  await db.update('pending_answers', { id, confirmed_at: null }, { expires_at: inTenMinutes })
}

/** Deletes answers after two days, and the e-mail addresses of letter recipients after 180 days. */
export async function prunePendingAnswers(db: Db): Promise<void> {
  const oldRecipients = { sent_to: isNotNull, changed_at: compare('<', sql<string>`now() - interval '180 days'`) }
  await db.update('list_letter_recipients', oldRecipients, { sent_to: null })
  await db.remove('pending_answers', { created_at: compare('<', sql<string>`now() - interval '2 days'`) })
}
