import { confirmationPage } from '@alumni/shared/signups'
import type { PropsOf } from '@alumni/shared/portal'
import { masked, survivingSignup, type Signup } from '../champions/index.ts'
import type { EntityManager } from '../database/orm.ts'
import { readAnswers } from './read-answers.ts'
import { placeOf } from './shown-answers.ts'

/**
 * What `/signups/:id` shows to somebody who is verified as `viewer`. Whoever signs up with an address that is known gets a
 * confirmation too: it stands for their submission, and shows what they typed.
 */
export async function confirmationOf(
  em: EntityManager,
  id: string,
  viewer: Signup | null,
): Promise<PropsOf<typeof confirmationPage> | undefined> {
  const db = em.getKysely()
  const { id: own } =
    (await db.selectFrom('champion_signups').select('id').where('public_id', '=', id).executeTakeFirst()) ?? {}
  const draft = await db
    .selectFrom('signup_drafts')
    .select(['answers', 'signup_id'])
    .where('public_id', '=', id)
    .where('submitted_at', 'is not', null)
    .executeTakeFirst()
  const signup = await survivingSignup(em, own ?? draft?.signup_id ?? 0)
  if (signup && signup.id === viewer?.id) return shown(signup, true)
  if (own !== undefined) return signup && shown(signup, false)
  const typed = draft && readAnswers(draft.answers as Record<string, string | string[]>)
  return typed?.data && shown(typed.data, false)
}

type Shown = Pick<Signup, 'first_name' | 'last_name' | 'email' | 'country' | 'zip_code' | 'city' | 'postal_code'> &
  Partial<Pick<Signup, 'phone' | 'street'>>

function shown(signup: Shown, isVerified: boolean): PropsOf<typeof confirmationPage> {
  const { email, phone = null, street = null } = signup
  return {
    is_verified: isVerified,
    first_name: signup.first_name ?? '',
    last_name: signup.last_name ?? '',
    place: placeOf(signup),
    ...(isVerified ? { email, phone, street } : masked({ email, phone, street })),
  }
}
