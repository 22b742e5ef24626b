import { emailFields, type AlumnusField } from '@alumni/shared/alumni/fields'
import { zipCountry } from '@alumni/shared/champions/sign-up'
import type { Signup } from '../record/find-signup.ts'
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
type Values = Partial<Record<CrmField, string | null>>
type OnFile = Record<CrmField, string | null>

/** Keeps a preferred name as one, and replaces an e-mail address only if it was the signup's former one. */
function toCrmFields(signup: Signup, alumnus: OnFile, before: Signup): Values {
  const usesPreferredName = alumnus.preferred_name !== null && alumnus.preferred_name === before.first_name
  const email = emailFields.find((field) => isSame(alumnus[field], before.email))
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
 * Queues changes of a linked champion for the CRM. An emptied field is queued only if the CRM still has its former
 * value, since it may have a better one. A move to another country also clears street and state.
 */
export async function recordCrmChanges(db: Db, before: Signup, after: Signup): Promise<void> {
  if (!after.buid) return
  const { buid } = after
  const alumnus = await lockAlumnus(db, buid)
  if (!alumnus) return
  const waiting = await readUnconfirmedValues(db, buid)
  const [was, is] = [toCrmFields(before, alumnus, before), toCrmFields(after, alumnus, before)]
  const madeBy: ChangeAuthor = {
    id: null,
    name: `${[after.first_name, after.last_name].filter(Boolean).join(' ')} (champion)`,
  }
  const hasMoved = was.country !== undefined && is.country !== undefined && was.country !== is.country
  const isLeftBehind = (field: CrmField) => hasMoved && (field === 'street' || field === 'state')
  const fields: CrmField[] = []
  const withdrawn: unknown[] = []
  for (const field of crmFields) {
    const [from, to] = [was[field] ?? null, is[field] ?? null]
    const inCrm = waiting.has(field) ? waiting.get(field)! : alumnus[field]
    if (inCrm === to || (!isLeftBehind(field) && (from === to || (to === null && inCrm !== from)))) continue
    fields.push(field)
    withdrawn.push(...(await queueChange(db, { buid, field, before: inCrm, after: to }, madeBy)))
  }
  if (fields.length > 0)
    await audit(db, null, 'alumnus.changed-by-champion', `alumni/${buid}`, { signup: after.id, fields, withdrawn })
}

/** Locks the alumnus before their changes, in the same order as an import. */
function lockAlumnus(db: Db, buid: string): Promise<OnFile | undefined> {
  return db.selectFrom('alumni').select(crmFields).where('buid', '=', buid).forNoKeyUpdate().executeTakeFirst()
}

function isSame(a: string | null, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase()
}
