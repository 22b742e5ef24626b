import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isListAnswer, signupAnswerNames } from '@alumni/shared/champions/answers'
import { privacyPolicyVersion } from '@alumni/shared/champions/privacy-policy'
import type { SignupSource } from '@alumni/shared/champions/record'
import type { SignupData } from '@alumni/shared/champions/sign-up'
import { hasEmail, signupWithEmail } from '../record/find-signup.ts'
import { ipHashOf } from '../record/activity-events.ts'
import { moveSignup } from '../record/move-signup.ts'
import type { Draft } from '../record/signup-drafts.ts'
import type { Config } from '../../foundations/process/config.ts'
import { enqueue } from '../../foundations/jobs/queue.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { requestSignin, startPendingSignin } from '../sign-in/signin-requests.ts'

/** `isTrapped` means that a bot has filled in the hidden field. */
export type Submission = { draft: Draft; data: SignupData; isTrapped: boolean }

/** Submits a draft and requests a letter. Runs the same statements for known addresses, so timing reveals nothing. */
export async function submitSignup(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  submission: Submission,
): Promise<void> {
  const ipHash = ipHashOf(config, request)
  const { draft, data, isTrapped } = submission
  const attempt = { email: data.email, keepMeSignedIn: false }
  await transact(db, async (db) => {
    const unsubmitted = { id: draft.id, submitted_at: null }
    // Only one of several concurrent requests can submit the draft.
    if (!(await db.update('signup_drafts', unsubmitted, { submitted_at: sql`now()`, updated_at: sql`now()` }))) return
    if (isTrapped) return void (await startPendingSignin(config, request, reply, attempt))
    const values = { ...data, public_id: draft.public_id, source: draft.source }
    const created = await insertSignup(db, values, { startedAt: draft.startedAt, ipHash })
    await moveSignup(db, created?.id ?? 0, 'complete', ipHash)
    await db.update('signup_drafts', { id: draft.id }, { signup_id: signupWithEmail(data.email) })
    if (draft.answers.replaced_id) await enqueue(db, 'delete-mistyped-signup', { draft: draft.id })
    const kind = created ? 'signup-confirmation' : 'duplicate-signup'
    await requestSignin(db, config, request, reply, { ...attempt, kind })
  })
}

const listAnswerNames = signupAnswerNames.filter(isListAnswer)

type SignupValues = Partial<SignupData> & {
  email: string
  public_id: string
  source: SignupSource | null
  privacy_policy_version?: string
}

/** Inserts a signup and its start event. Returns undefined if the address already has a signup. */
export function insertSignup(db: Db, data: SignupValues, { startedAt, ipHash }: { startedAt: string; ipHash: string }) {
  const values = {
    privacy_policy_version: privacyPolicyVersion,
    consented_at: sql`now()`,
    ...data,
    ...Object.fromEntries(listAnswerNames.flatMap((name) => (data[name] ? [[name, sql`${data[name]}::text[]`]] : []))),
  }
  return db
    .with('new_signup', (db) =>
      db
        .insertInto('champion_signups')
        .columns(Object.keys(values) as (keyof typeof values)[])
        .expression(
          db
            .selectNoFrom(Object.entries(values).map(([name, value]) => sql`${value}`.as(name)))
            .where(({ not, exists, selectFrom }) =>
              not(exists(selectFrom('champion_signups').select('id').where(hasEmail(data.email)))),
            ),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('id'),
    )
    .with('start_event', (db) =>
      db
        .insertInto('activity_events')
        .columns(['type', 'signup_id', 'ip_hash', 'occurred_at'])
        .expression((eb) =>
          eb
            .selectFrom('new_signup')
            .select([
              sql.lit('signup_started').as('type'),
              'new_signup.id as signup_id',
              sql<string>`${ipHash}`.as('ip_hash'),
              sql<string>`${startedAt}::timestamptz`.as('occurred_at'),
            ]),
        ),
    )
    .selectFrom('new_signup')
    .select('id')
    .executeTakeFirst()
}
