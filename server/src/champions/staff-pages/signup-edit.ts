import { sql } from 'kysely'
import {
  answerGroups,
  signupAnswerNames,
  type SignupAnswer,
  type SignupAnswers,
  type SignupEdit,
} from '@alumni/shared/champions/staff-page'
import { foldEmail } from '@alumni/shared/email-address'
import { hasEmail, type Signup } from '../record/find-signup.ts'
import { settleStatus } from '../record/move-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { sqlState } from '../../foundations/database/connection-loss.ts'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { askForLetter } from '../../foundations/mail/letters.ts'
import { endChanges } from '../profile/change-email.ts'
import { isSameAnswer } from '../profile/edit-signup.ts'
import { keepKnown } from '../profile/edit-routes.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { endAccess } from './signup-access.ts'
import { mergeUrl } from './signup-link.ts'
import { lockActive, signupName, signupUrl } from './signup-lock.ts'
import { silenceOf } from './signup-silence.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'email-set-by-staff': { change: number }
  }
}

type Values = Partial<SignupAnswers>

/**
 * Corrects what a champion has told us. It tells the CRM nothing: what is known there is edited on the alumnus' page. A new e-mail address
 * signs the champion out everywhere, and both addresses are told. 409: somebody else was faster, with their answers as `current`; or the
 * address is another signup's.
 */
export async function editByStaff(em: EntityManager, id: number, edit: SignupEdit, by: StaffUser): Promise<void> {
  const { seen } = edit
  const wanted = await wantedOf(em, edit)
  const fields = (Object.keys(wanted) as SignupAnswer[]).filter((field) => !isSameAnswer(wanted[field]!, seen[field]))
  if (fields.length === 0) return
  try {
    await em.transactional(async (em) => {
      const before = await lockActive(em, id)
      refuseOutdated(before, { wanted, seen, fields })
      const after = pick(wanted, fields)
      if (after.email !== undefined) await refuseTaken(em, id, after.email)
      await write(em, before, after, by)
    })
  } catch (error) {
    if (sqlState(error) !== '23505' || wanted.email === undefined) throw error
    await refuseTaken(em, id, wanted.email)
    throw error
  }
}

/** Whether the edit changes how the champion signs in. */
export function givesNewAddress({ seen, signin }: SignupEdit): boolean {
  return signin !== undefined && !isSameAnswer(signin.email, seen.email)
}

/** The groups that were sent, as stored; what is in no list is left out. */
async function wantedOf(
  em: EntityManager,
  { seen: answers, contact, location, interests, signin }: SignupEdit,
): Promise<Values> {
  if (interests) await keepKnown(em, answers, interests)
  const { seen: _, ...place } = location ?? {}
  return { ...contact, ...place, ...interests, ...signin }
}

type Compared = { wanted: Values; seen: SignupAnswers; fields: SignupAnswer[] }

/** A place is one answer: its country says what its other fields mean. */
function refuseOutdated(before: Signup, { wanted, seen, fields }: Compared): void {
  const place: readonly SignupAnswer[] = answerGroups.location
  const compared = fields.some((field) => place.includes(field)) ? [...new Set([...fields, ...place])] : fields
  const outdated = compared.filter(
    (field) => !isSameAnswer(before[field], seen[field]) && !isSameAnswer(before[field], wanted[field]),
  )
  if (outdated.length === 0) return
  throw new HttpError(
    409,
    'Somebody else has changed the same answers meanwhile. Nothing of yours has been saved yet.',
    {
      fields: Object.fromEntries(
        outdated.map((field) => [field, `${signupAnswerNames[field]} has been changed meanwhile.`]),
      ),
      body: { current: pick(before, outdated) },
    },
  )
}

async function refuseTaken(em: EntityManager, id: number, email: string): Promise<void> {
  const other = await em
    .getKysely()
    .selectFrom('champion_signups')
    .select(['id', 'first_name', 'last_name'])
    .where(hasEmail(email))
    .where('id', '!=', id)
    .executeTakeFirst()
  if (!other) return
  const sentence = `Another signup has this address: ${signupName(other) || 'without a name'}.`
  throw new HttpError(409, `${sentence} If both are of one person, merge them.`, {
    fields: { email: sentence },
    body: { links: { self: signupUrl(other.id), merge: mergeUrl([id, other.id]) } },
  })
}

async function write(em: EntityManager, signup: Signup, after: Values, by: StaffUser): Promise<void> {
  const fields = Object.keys(after) as SignupAnswer[]
  const before = pick(signup, fields)
  const subject = `champion-signups/${signup.id}`
  await em
    .getKysely()
    .updateTable('champion_signups')
    .set({ ...(after as object), updated_at: sql`now()` })
    .where('id', '=', signup.id)
    .execute()
  const entry = await audit(em, by, 'champion-signup.edited', subject, { fields, before, after })
  const payload = { fields, staff: by.id, audit: entry }
  await writeActivityEvent(em, { type: 'profile_updated', signup: signup.id, payload })
  await settleStatus(em, { ...signup, ...after })
  if (after.email !== undefined && foldEmail(after.email) !== foldEmail(signup.email))
    await changeAddress(em, signup, after.email, by)
}

/** Whoever reads the old mailbox is not to come in any more: it may never have been the champion's. */
async function changeAddress(em: EntityManager, signup: Signup, email: string, by: StaffUser): Promise<void> {
  const { id } = signup
  await endChanges(em, id)
  await endAccess(em, id, by)
  const { id: change } = await em
    .getKysely()
    .insertInto('email_changes')
    .values({ signup_id: id, old_email: signup.email, new_email: email, expires_at: sql`now()`, ended_at: sql`now()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeActivityEvent(em, { type: 'email_changed', signup: id, payload: { change, staff: by.id } })
  if ((await silenceOf(em, signup.buid)) === 'deceased') return
  await askForLetter(em, 'email-changed', { change })
  await askForLetter(em, 'email-set-by-staff', { change })
}

function pick(from: Values, fields: readonly SignupAnswer[]): Values {
  return Object.fromEntries(fields.map((field) => [field, from[field]]))
}
