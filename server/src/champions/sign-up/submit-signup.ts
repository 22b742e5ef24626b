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
import { requestSignin, markBrowser } from '../sign-in/signin-requests.ts'

/** A draft with consent; `isTrapped` means that a bot filled in the hidden field. */
export type Submission = { draft: Draft; data: SignupData; isTrapped: boolean }

/**
 * Creates a signup from a draft, once, and requests its sign-in letter. An address that has signed up gets another
 * letter. Runs the same statements for both, so that callers cannot distinguish them.
 */
export async function submitSignup(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  submission: Submission,
): Promise<void> {
  const ipHash = ipHashOf(config, request)
  const browser = { email: submission.data.email, keepMeSignedIn: false }
  await transact(db, async (db) => {
    const unsubmitted = { id: submission.draft.id, submitted_at: null }
    // Only one of two concurrent requests submits it.
    if (!(await db.update('signup_drafts', unsubmitted, { submitted_at: sql`now()`, updated_at: sql`now()` }))) return
    if (submission.isTrapped) return void (await markBrowser(config, request, reply, browser))
    const { draft, data } = submission
    const values = { ...data, public_id: draft.public_id, source: draft.source }
    const created = await insertSignup(db, values, { begunAt: draft.begunAt, ipHash })
    await moveSignup(db, created?.id ?? 0, 'complete', ipHash)
    await db.update('signup_drafts', { id: submission.draft.id }, { signup_id: signupWithEmail(browser.email) })
    if (submission.draft.answers.replaced_id)
      await enqueue(db, 'delete-mistyped-signup', { draft: submission.draft.id })
    const kind = created ? 'signup-confirmation' : 'duplicate-signup'
    await requestSignin(db, config, request, reply, { ...browser, kind })
  })
}

const lists = signupAnswerNames.filter(isListAnswer)

type SignupValues = Partial<SignupData> & {
  email: string
  public_id: string
  source: SignupSource | null
  privacy_policy_version?: string
}

/** Inserts a signup and its start event; undefined if the address already has a signup. */
export function insertSignup(db: Db, data: SignupValues, { begunAt, ipHash }: { begunAt: string; ipHash: string }) {
  const values = {
    privacy_policy_version: privacyPolicyVersion,
    consented_at: sql`now()`,
    ...data,
    ...Object.fromEntries(lists.flatMap((name) => (data[name] ? [[name, sql`${data[name]}::text[]`]] : []))),
  }
  return db
    .with('made', (db) =>
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
    .with('told', (db) =>
      db
        .insertInto('activity_events')
        .columns(['type', 'signup_id', 'ip_hash', 'occurred_at'])
        .expression((eb) =>
          eb
            .selectFrom('made')
            .select([
              sql.lit('signup_started').as('type'),
              'made.id as signup_id',
              sql<string>`${ipHash}`.as('ip_hash'),
              sql<string>`${begunAt}::timestamptz`.as('occurred_at'),
            ]),
        ),
    )
    .selectFrom('made')
    .select('id')
    .executeTakeFirst()
}
