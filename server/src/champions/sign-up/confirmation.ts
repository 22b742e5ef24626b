import { confirmationPage } from '@alumni/shared/champions/sign-up'
import type { PropsOf } from '@alumni/shared/portal'
import { idsStandingFor, survivingSignup, type Signup } from '../record/find-signup.ts'
import { maskedEmail } from '../../foundations/mail/masked-email.ts'
import type { Db } from '../../foundations/database/db.ts'
import { readAnswers } from './read-answers.ts'
import { placeOf } from './choices.ts'

/**
 * What `/signups/:id` shows to a person who is verified as `viewer`. Strangers may have typed an address that is not
 * theirs: they see what they submitted, never what its owner gave before or later, whether or not that owner had signed
 * up already.
 */
export async function confirmationOf(
  db: Db,
  id: string,
  viewer: Signup | null,
): Promise<PropsOf<typeof confirmationPage> | undefined> {
  const own = await db.selectFrom('champion_signups').select('id').where('public_id', '=', id).executeTakeFirst()
  const draft = await db
    .selectFrom('signup_drafts')
    .select(['id', 'answers', 'signup_id'])
    .where('public_id', '=', id)
    .where('submitted_at', 'is not', null)
    .executeTakeFirst()
  const standsFor = own?.id ?? draft?.signup_id ?? undefined
  const signup = standsFor === undefined ? undefined : await survivingSignup(db, standsFor)
  if (standsFor === undefined ? !draft : !signup) return undefined
  if (signup && signup.id === viewer?.id) return { is_verified: true, signup: shown(signup) }
  if (!draft || (signup && (await wasVerifiedSince(db, draft, signup)))) return { is_verified: false, signup: null }
  const { data } = readAnswers(draft.answers as Record<string, string | string[]>)
  return data && { is_verified: false, signup: shown({ ...data, email: maskedEmail(data.email) }) }
}

/** Whether a person has signed in as this signup after the draft was submitted: from then on it is theirs alone. */
async function wasVerifiedSince(db: Db, draft: { id: number }, signup: Signup): Promise<boolean> {
  const found = await db
    .selectFrom('activity_events')
    .select('id')
    .where('type', '=', 'signin_completed')
    .where('signup_id', 'in', await idsStandingFor(db, signup.id))
    .where('occurred_at', '>', ({ selectFrom }) =>
      selectFrom('signup_drafts').select('submitted_at').where('id', '=', draft.id).$asScalar().$notNull(),
    )
    .executeTakeFirst()
  return found !== undefined
}

type Shown = Pick<Signup, 'first_name' | 'last_name' | 'email' | 'country' | 'zip_code' | 'city' | 'postal_code'> &
  Partial<Pick<Signup, 'phone' | 'street'>>

function shown(signup: Shown): PropsOf<typeof confirmationPage>['signup'] {
  const { first_name, last_name, email, phone = null, street = null } = signup
  return { first_name: first_name ?? '', last_name: last_name ?? '', email, place: placeOf(signup), phone, street }
}
