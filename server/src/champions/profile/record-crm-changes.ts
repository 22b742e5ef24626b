import { emailFields, type AlumnusField } from '@alumni/shared/alumni/fields'
import { zipCountry } from '@alumni/shared/champions/sign-up'
import type { Signup } from '../record/find-signup.ts'
import { lockAlumnus } from '../record/lock-alumnus.ts'
import { queueChange, readUnconfirmedValues, type ChangeAuthor } from '../../exchange/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { audit } from '../../staff/index.ts'

const crmFields = [
  'first_name',
  'preferred_name',
  'last_name',
  'former_last_name',
  'mobile_phone',
  'street',
  'city',
  'state',
  'postal_code',
  'country',
  ...emailFields,
] as const satisfies readonly AlumnusField[]
type CrmField = (typeof crmFields)[number]
type CrmValues = Record<CrmField, string | null>

/** The first name and e-mail address in `before` determine which of the alumnus's name and e-mail fields to change. */
function toCrmFields(signup: Signup, alumnus: CrmValues, before: Signup): Partial<CrmValues> {
  const usesPreferredName = alumnus.preferred_name !== null && alumnus.preferred_name === before.first_name
  const email = emailFields.find((field) => alumnus[field]?.toLowerCase() === before.email.toLowerCase())
  return {
    [usesPreferredName ? 'preferred_name' : 'first_name']: signup.first_name,
    last_name: signup.last_name,
    former_last_name: signup.former_last_name,
    mobile_phone: signup.phone,
    street: signup.street,
    city: signup.city,
    state: signup.state,
    postal_code: signup.zip_code ?? signup.postal_code,
    ...(signup.zip_code || signup.city ? { country: signup.country ?? zipCountry } : {}),
    ...(email ? { [email]: signup.email } : {}),
  }
}

/**
 * Queues a champion's edits for the CRM if the signup is linked. Empties a CRM field only if it has the former value. A
 * move to another country also empties street and state.
 */
export async function recordCrmChanges(db: Db, before: Signup, after: Signup): Promise<void> {
  if (!after.buid) return
  const { buid } = after
  const alumnus = await lockAlumnus(db, buid)
  if (!alumnus) return
  const queuedValues = await readUnconfirmedValues(db, buid)
  const [oldValues, newValues] = [toCrmFields(before, alumnus, before), toCrmFields(after, alumnus, before)]
  const madeBy: ChangeAuthor = {
    id: null,
    name: `${[after.first_name, after.last_name].filter(Boolean).join(' ')} (champion)`,
  }
  const countries = [oldValues.country, newValues.country]
  const hasMoved = !countries.includes(undefined) && countries[0] !== countries[1]
  const isOfFormerCountry = (field: CrmField) => hasMoved && (field === 'street' || field === 'state')
  const fields: CrmField[] = []
  const withdrawn: unknown[] = []
  for (const field of crmFields) {
    const [oldValue, newValue] = [oldValues[field] ?? null, newValues[field] ?? null]
    const crmValue = queuedValues.has(field) ? queuedValues.get(field)! : alumnus[field]
    const isUnchanged = oldValue === newValue || (newValue === null && crmValue !== oldValue)
    if (crmValue === newValue || (isUnchanged && !isOfFormerCountry(field))) continue
    fields.push(field)
    withdrawn.push(...(await queueChange(db, { buid, field, before: crmValue, after: newValue }, madeBy)))
  }
  if (fields.length > 0)
    await audit(db, null, 'alumnus.changed-by-champion', `alumni/${buid}`, { signup: after.id, fields, withdrawn })
}
