import { compare } from '../../foundations/database/rows.ts'
import { emailFields, phoneFields } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import { z } from 'zod'
import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import { fieldLabel } from '@alumni/shared/alumni/record'
import type { LinkSuggestion, LinkSuggestions } from '@alumni/shared/champions/staff-page'
import { foldEmail } from '@alumni/shared/email-address'
import { zipCountry } from '@alumni/shared/champions/sign-up'
import { readFoundAlumni, type PeopleIndex } from '../../alumni/index.ts'
import { signupIdsOf, type Signup } from '../record/find-signup.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { noSuchSignup, signupName } from './signup-lock.ts'

const maxSuggestions = 8
/** Maximum number of alumni with the same name or address; names such as John Smith are common. */
const maxCandidates = 50

/** The weights of the reasons. A suggestion needs one of the first six; the others only affect the order. */
const weights = {
  email: 100,
  phone: 60,
  name: 50,
  former_on_file: 45,
  former_in_signup: 45,
  similar: 20,
  year: 30,
  zip: 15,
  college: 10,
  city: 5,
}
type Reason = keyof typeof weights
const nameReasons = ['name', 'former_on_file', 'former_in_signup'] as const
const contactReasons = ['email', 'phone'] as const

/** Suggests alumni to whom a signup may belong, most likely first. Throws `HttpError` 404. */
export async function suggestLinks(db: Db, index: PeopleIndex, id: number): Promise<LinkSuggestions> {
  const signup = await db.selectFrom('champion_signups').selectAll().where('id', '=', id).executeTakeFirst()
  if (!signup) throw noSuchSignup()
  const addresses = await readAddresses(db, id)
  const reasonsById = await findCandidates(db, index, signup, addresses)
  const details = new Map((await readDetails(db, [...reasonsById.keys()])).map((detail) => [detail.id, detail]))
  const people = await readFoundAlumni(db, reasonsById.keys())
  const suggestions = people.flatMap((person) => {
    const [detail, reasons] = [details.get(person.id), reasonsById.get(person.id)!]
    return detail ? [{ person, detail, findings: listFindings({ signup, addresses, person, detail, reasons }) }] : []
  })
  const best = suggestions
    .filter(({ findings }) => findings.some(([reason]) => weights[reason] >= weights.similar && reason !== 'year'))
    .toSorted(
      (a, b) =>
        scoreOf(b.findings) - scoreOf(a.findings) ||
        Number(a.person.deceased) - Number(b.person.deceased) ||
        a.person.id - b.person.id,
    )
    .slice(0, maxSuggestions)
  const linkedSignups = await findLinkedSignups(
    db,
    id,
    best.map(({ person }) => person.buid),
  )
  const [first, second] = best
  const isPreselected =
    first !== undefined &&
    !linkedSignups.has(first.person.buid) &&
    !isContradicted(signup, first) &&
    !(second && scoreOf(second.findings) === scoreOf(first.findings))
  return {
    suggestions: best.map(({ person, findings }) => ({
      person,
      reasons: findings.map(([, message]) => message),
      linked: linkedSignups.get(person.buid) ?? null,
    })),
    preselected: isPreselected ? first.person.buid : null,
  }
}

type Candidate = { person: FoundAlumnus; detail: Detail; findings: readonly [Reason, string][] }

/** A different place does not rule out a match if the e-mail address or phone is the same. */
function isContradicted(signup: Signup, { person, detail, findings }: Candidate): boolean {
  const reasons = new Set(findings.map(([reason]) => reason))
  const hasSameContact = contactReasons.some((reason) => reasons.has(reason))
  const hasSameName = nameReasons.some((reason) => reasons.has(reason)) || (hasSameContact && reasons.has('similar'))
  const hasOtherYear = signup.degree_year !== null && person.class_years.length > 0 && !reasons.has('year')
  const isPlaceKnown = Boolean((signup.city && detail.city) || (signup.zip_code && detail.postal_code))
  const livesElsewhere = isPlaceKnown && !hasSameContact && !reasons.has('city') && !reasons.has('zip')
  return person.deceased || !hasSameName || hasOtherYear || livesElsewhere
}

async function readAddresses(db: Db, id: number): Promise<string[]> {
  const rows = await db.findAll('champion_signups', ['email'], { id: await signupIdsOf(db, id) })
  return [...new Set(rows.map(({ email }) => foldEmail(email)).filter(Boolean))]
}

const candidate = z.object({
  id: z.number().int(),
  reason: z.enum(['email', 'name', 'former_on_file', 'former_in_signup']),
})

async function findCandidates(
  db: Db,
  index: PeopleIndex,
  { first_name, last_name, former_last_name, phone }: Signup,
  addresses: readonly string[],
): Promise<Map<number, Set<Reason>>> {
  const reasonsById = new Map<number, Set<Reason>>()
  const add = (id: number, reason: Reason) => reasonsById.set(id, (reasonsById.get(id) ?? new Set()).add(reason))
  const rows = await selectRaw(db, candidate)`(select alumnus_id as id, 'email' as reason from alumni_emails
        where email = any(${addresses}::text[]) limit ${maxCandidates})
      union all ${selectByName('name', first_name, last_name, 'last_name')}
      union all ${selectByName('former_on_file', first_name, last_name, 'former_last_name')}
      union all ${selectByName('former_in_signup', first_name, former_last_name, 'last_name')}`
  for (const { id, reason } of rows) add(id, reason)
  const name = [first_name, last_name].filter(Boolean).join(' ').slice(0, 200)
  const digits = (phone ?? '').replace(/\D/g, '').slice(-10)
  if (last_name && first_name)
    for (const id of (await index.search({ q: name }, 0, 10)).ids)
      if (!nameReasons.some((reason) => reasonsById.get(id)?.has(reason))) add(id, 'similar')
  if (digits.length >= 7) for (const id of (await index.search({ q: digits }, 0, 10)).ids) add(id, 'phone')
  return reasonsById
}

function selectByName(
  reason: z.infer<typeof candidate>['reason'],
  first: string | null,
  last: string | null,
  column: 'last_name' | 'former_last_name',
) {
  const key = sql`name_key(${first}::text, ${last}::text)`
  const lastName = sql.ref(column)
  const isKnown = column === 'former_last_name' ? sql`and former_last_name is not null` : sql``
  const hasFullName = first !== null && last !== null
  return sql`(select id, ${sql.lit(reason)} as reason
    from (
      (select id from alumni where name_key(first_name, ${lastName}) = ${key} ${isKnown} limit ${maxCandidates})
      union
      (select id from alumni where name_key(preferred_name, ${lastName}) = ${key}
        and preferred_name is not null ${isKnown} limit ${maxCandidates})) alumnus
    where ${hasFullName})`
}

type Detail = Awaited<ReturnType<typeof readDetails>>[number]

function readDetails(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('alumni as a')
    .select(['a.id', 'a.postal_code', 'a.city', 'a.country', 'a.former_last_name', ...phoneFields, ...emailFields])
    .select(({ selectFrom }) =>
      selectFrom('educations as e')
        .select(sql<string[] | null>`array_agg(distinct e.college_code)`.as('codes'))
        .whereRef('e.buid', '=', 'a.buid')
        .as('colleges'),
    )
    .where(sql<boolean>`a.id = any(${ids}::bigint[])`)
    .execute()
}

type ComparedCandidate = {
  signup: Signup
  addresses: readonly string[]
  person: FoundAlumnus
  detail: Detail
  reasons: ReadonlySet<Reason>
}

function listFindings({ signup, addresses, person, detail, reasons }: ComparedCandidate): [Reason, string][] {
  const findings: [Reason, string][] = []
  const add = (reason: Reason, message: string) => findings.push([reason, message])
  const email = emailFields.find((field) => addresses.includes(foldEmail(detail[field] ?? '')))
  if (reasons.has('email') && email) add('email', `Same e-mail address: ${fieldLabel(email).toLowerCase()} on file`)
  const phone = phoneFields.find((field) => isSamePhone(detail[field], signup.phone))
  if (phone) add('phone', `Same phone number: ${fieldLabel(phone).toLowerCase()} on file`)
  const names: [Reason, string][] = [
    ['name', 'Same name'],
    ['former_on_file', `Former last name on file: ${detail.former_last_name}`],
    ['former_in_signup', `Former last name in the signup: ${signup.former_last_name}`],
    ['similar', 'Similar name'],
  ]
  findings.push(...names.filter(([reason]) => reasons.has(reason)))
  if (signup.degree_year !== null && person.class_years.includes(signup.degree_year))
    add('year', `Same class year: ${signup.degree_year}`)
  const zip = signup.zip_code?.slice(0, 5)
  if (zip && detail.postal_code?.startsWith(zip)) add('zip', `Same ZIP code: ${zip}`)
  if (signup.college_code && detail.colleges?.includes(signup.college_code)) add('college', 'Same college')
  if (isSamePlace(signup, detail)) add('city', `Same city: ${signup.city}`)
  return findings.toSorted(([a], [b]) => weights[b] - weights[a])
}

function scoreOf(findings: readonly [Reason, string][]): number {
  return findings.reduce((sum, [reason]) => sum + weights[reason], 0)
}

function isSamePhone(...phones: (string | null)[]): boolean {
  const [a = '', b] = phones.map((phone) => (phone ?? '').replace(/\D/g, '').slice(-10))
  return a.length >= 7 && a === b
}

function isSamePlace({ city, country }: Signup, detail: Detail): boolean {
  const fold = (text: string | null) => (text ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return Boolean(city) && fold(city) === fold(detail.city) && (country || zipCountry) === (detail.country || zipCountry)
}

async function findLinkedSignups(db: Db, id: number, buids: readonly string[]) {
  if (buids.length === 0) return new Map<string, LinkSuggestion['linked']>()
  const rows = await db.findAll('champion_signups', ['id', 'buid', 'email', 'first_name', 'last_name'], {
    buid: buids,
    deleted_at: null,
    id: compare('!=', id),
  })
  return new Map(rows.map((row) => [row.buid!, { id: row.id, name: signupName(row), email: row.email }]))
}
