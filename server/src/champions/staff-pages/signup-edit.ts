import { sql } from 'kysely'
import { answersOfGroup, fieldOf, signupAnswerNames } from '@alumni/shared/champions/answers'
import type { SignupAnswer, SignupAnswers } from '@alumni/shared/champions/answers'
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
 * Saves a staff user's edit of a signup; the CRM is not changed. A new address revokes all access and notifies both
 * addresses. Throws 409 if the address is taken, or with the `current` values if answers have changed.
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
      refuseOutdated(before, { newValues, seen, fields })
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

export function changesEmail({ seen, signin }: SignupEdit): boolean {
  return signin !== undefined && !isSameAnswer(signin.email, seen.email)
}

async function toStoredValues(db: Db, { seen, contact, location, interests, signin }: SignupEdit): Promise<Values> {
  const validInterests = interests && dropUnknownChoices(interests, await readChoices(db, [seen]))
  return { ...contact, ...location, ...validInterests, ...signin }
}

type ComparedEdit = { newValues: Values; seen: SignupAnswers; fields: SignupAnswer[] }

/** Compares all location fields, because they depend on each other. */
function refuseOutdated(before: Signup, { newValues, seen, fields }: ComparedEdit): void {
  const locationFields: readonly SignupAnswer[] = answersOfGroup('location')
  const hasLocation = fields.some((field) => locationFields.includes(field))
  const comparedFields = hasLocation ? [...new Set([...fields, ...locationFields])] : fields
  const outdated = comparedFields.filter(
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
  const message = `Another signup has this address: ${signupName(other) || 'without a name'}.`
  throw new HttpError(409, `${message} If both belong to one person, merge them.`, {
    fields: { email: message },
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

/** Revokes all access, because another person may have it, and notifies both addresses. */
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

function pick(values: Values, fields: readonly SignupAnswer[]): Values {
  return Object.fromEntries(fields.map((field) => [field, values[field]]))
}
