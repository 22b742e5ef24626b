import { sql } from 'kysely'
import {
  answersOfGroup,
  fieldOf,
  signupAnswerNames,
  type SignupAnswer,
  type SignupAnswers,
} from '@alumni/shared/champions/answers'
import type { SignupEdit } from '@alumni/shared/champions/staff-page'
import { foldEmail } from '@alumni/shared/email-address'
import { survivorWithEmail, type Signup } from '../record/find-signup.ts'
import { updateStatus } from '../record/move-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { isUniqueViolation } from '../../foundations/database/connection-loss.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import { cancelChanges } from '../profile/change-email.ts'
import { isSameAnswer } from '../profile/edit-signup.ts'
import { readChoices, dropUnknownChoices } from '../sign-up/choices.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { revokeAccess } from './signup-access.ts'
import { mergeUrl } from './signup-link.ts'
import { lockActive, signupName, signupUrl } from './signup-lock.ts'
import { contactRefusalOf } from './contact-refusal.ts'

type Values = Partial<SignupAnswers>

/**
 * Corrects a champion's answers without sending them to the CRM. A new address signs the champion out everywhere, and
 * both addresses are notified. Throws 409 if the address is taken, or with the `current` answers if they have changed
 * since.
 */
export async function editByStaff(db: Db, id: number, edit: SignupEdit, user: StaffUser): Promise<void> {
  const { seen } = edit
  const newValues = await toStoredValues(db, edit)
  const fields = signupAnswerNames.filter(
    (field) => newValues[field] !== undefined && !isSameAnswer(newValues[field]!, seen[field]),
  )
  if (fields.length === 0) return
  try {
    await transact(db, async (db) => {
      const before = await lockActive(db, id)
      refuseOutdated(before, { wanted: newValues, seen, fields })
      const after = pick(newValues, fields)
      if (after.email !== undefined) await refuseTaken(db, id, after.email)
      await writeEdit(db, before, after, user)
    })
  } catch (error) {
    if (!isUniqueViolation(error) || newValues.email === undefined) throw error
    await refuseTaken(db, id, newValues.email)
    throw error
  }
}

export function givesNewAddress({ seen, signin }: SignupEdit): boolean {
  return signin !== undefined && !isSameAnswer(signin.email, seen.email)
}

async function toStoredValues(
  db: Db,
  { seen: answers, contact, location, interests, signin }: SignupEdit,
): Promise<Values> {
  const known = interests && dropUnknownChoices(interests, await readChoices(db, [answers]))
  return { ...contact, ...location, ...known, ...signin }
}

type ComparedEdit = { wanted: Values; seen: SignupAnswers; fields: SignupAnswer[] }

/** Compares a location as a whole, since the country gives the other fields their meaning. */
function refuseOutdated(before: Signup, { wanted: newValues, seen, fields }: ComparedEdit): void {
  const place: readonly SignupAnswer[] = answersOfGroup('location')
  const compared = fields.some((field) => place.includes(field)) ? [...new Set([...fields, ...place])] : fields
  const outdated = compared.filter(
    (field) => !isSameAnswer(before[field], seen[field]) && !isSameAnswer(before[field], newValues[field]),
  )
  if (outdated.length === 0) return
  throw new HttpError(409, 'Someone else has just changed the same answers. Your changes are not saved yet.', {
    fields: Object.fromEntries(outdated.map((field) => [field, `${fieldOf(field).label} has just been changed.`])),
    body: { current: pick(before, outdated) },
  })
}

async function refuseTaken(db: Db, id: number, email: string): Promise<void> {
  const other = await db.find('champion_signups', ['id', 'first_name', 'last_name'], { id: survivorWithEmail(email) })
  if (!other || other.id === id) return
  const sentence = `Another signup has this address: ${signupName(other) || 'without a name'}.`
  throw new HttpError(409, `${sentence} If both belong to one person, merge them.`, {
    fields: { email: sentence },
    body: { links: { self: signupUrl(other.id), merge: mergeUrl([id, other.id]) } },
  })
}

async function writeEdit(db: Db, signup: Signup, after: Values, user: StaffUser): Promise<void> {
  const fields = Object.keys(after) as SignupAnswer[]
  const before = pick(signup, fields)
  const subject = `champion-signups/${signup.id}`
  await db.update('champion_signups', { id: signup.id }, { ...(after as object), updated_at: sql`now()` })
  const entry = await audit(db, user, 'champion-signup.edited', subject, { fields, before, after })
  const payload = { fields, staff: user.id, audit: entry }
  await writeActivityEvent(db, { type: 'profile_updated', signup: signup.id, payload })
  await updateStatus(db, { ...signup, ...after })
  if (after.email !== undefined && foldEmail(after.email) !== foldEmail(signup.email))
    await changeAddress(db, signup, after.email, user)
}

/** Revokes all access: the old mailbox may not be the champion's. */
async function changeAddress(db: Db, signup: Signup, email: string, user: StaffUser): Promise<void> {
  const { id } = signup
  await cancelChanges(db, id)
  await revokeAccess(db, id, user)
  const change = await db.add('email_changes', {
    signup_id: id,
    old_email: signup.email,
    new_email: email,
    expires_at: sql`now()`,
    ended_at: sql`now()`,
  })
  await writeActivityEvent(db, { type: 'email_changed', signup: id, payload: { change, staff: user.id } })
  if ((await contactRefusalOf(db, signup.buid)) === 'deceased') return
  await enqueueLetter(db, 'email-changed', { change })
  await enqueueLetter(db, 'email-set-by-staff', { change })
}

function pick(from: Values, fields: readonly SignupAnswer[]): Values {
  return Object.fromEntries(fields.map((field) => [field, from[field]]))
}
