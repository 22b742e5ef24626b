import { addressFor } from './addresses.ts'
import type { Alumnus } from './alumnus.ts'
import { buidAt, contactIdAt, crmIdAt } from './crm-ids.ts'
import words from './data/words.json' with { type: 'json' }
import { lifeAt, type Life } from './life.ts'
import { namedPeople } from './named-people.ts'
import { nameFor } from './names.ts'
import { Random } from './random.ts'

export function personAt(seed: number, index: number): Alumnus {
  return namedPeople[index] ?? inventPerson(seed, index)
}

export function inventPerson(seed: number, index: number): Alumnus {
  const random = new Random(seed, index, 2)
  const life = lifeAt(seed, index)
  const name = nameFor(random, life)
  const { home_phone, mobile_phone, ...address } = addressFor(random)
  return {
    buid: buidAt(index),
    contact_id: random.chance(0.01) ? null : contactIdAt(index),
    crm_id: random.chance(0.03) ? null : crmIdAt(index),
    ...name,
    ...emailsFor(random, life, name, index + 1),
    mobile_phone,
    home_phone,
    ...address,
    deceased: life.isDeceased,
    do_not_contact: random.chance(0.03),
    do_not_email: random.chance(0.09),
  }
}

type Emails = Pick<Alumnus, 'primary_email' | 'personal_email' | 'work_email' | 'school_email' | 'other_email'>

/**
 * Addresses are mostly unique by `number`; the primary one repeats another. All domains are reserved for examples, so
 * that demo letters reach no one.
 */
function emailsFor(
  random: Random,
  life: Life,
  name: Pick<Alumnus, 'first_name' | 'last_name'>,
  number: number,
): Emails {
  const first = plainLetters(name.first_name)
  const last = plainLetters(name.last_name)
  const full = [first, last].filter(Boolean).join('.') || 'alum'
  const personal = random.chance(0.74)
    ? `${personalName(random, first, last, full, number)}@${random.pick(words.personalDomains)}`
    : null
  const work = random.chance(0.4) ? `${full}@${random.pick(words.workDomains)}` : null
  const school = life.classYear >= 1994 && random.chance(0.7) ? `${full}${number}@alumni.example.edu` : null
  const other = random.chance(0.08)
    ? `${full}+${random.pick(['news', 'family', 'old'])}${number}@${random.pick(words.personalDomains)}`
    : null
  const preferred = random.chance(0.7) ? (personal ?? work ?? school) : (work ?? school ?? personal)
  const primary = random.chance(0.06) ? null : preferred
  const cased = (email: string | null) => (email !== null && random.chance(0.05) ? mixedCase(random, email) : email)
  return {
    primary_email: cased(primary),
    personal_email: cased(personal),
    work_email: cased(work),
    school_email: cased(school),
    other_email: cased(other),
  }
}

function personalName(random: Random, first: string, last: string, full: string, number: number): string {
  const kind = random.next()
  if (kind < 0.03 && last) return `${last}.family` // shared by a household
  if (kind < 0.35 && first && last) return `${first.charAt(0)}${last}${number}`
  if (kind < 0.6) return `${full}${random.whole(1, 99)}`
  return `${full}.${number}`
}

/** Leaves only characters that an old CRM accepts; non-Latin scripts leave nothing. */
function plainLetters(name: string | null): string {
  return (name ?? '')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}’]/gu, '')
    .replace(/[øłđß]/g, (letter) => ({ ø: 'o', ł: 'l', đ: 'd', ß: 'ss' })[letter]!)
    .replace(/[^a-z'-]+/g, '')
}

function mixedCase(random: Random, email: string): string {
  const kind = random.next()
  if (kind < 0.4) return email.toUpperCase()
  return kind < 0.8
    ? email.replace(/(^|[.@])[a-z]/g, (start) => start.toUpperCase())
    : email.replace('example', 'Example')
}
