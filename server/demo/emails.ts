import type { Alumnus } from './alumnus.ts'
import type { Life } from './life.ts'
import type { Random } from './random.ts'

type Emails = Pick<Alumnus, 'primary_email' | 'personal_email' | 'work_email' | 'school_email' | 'other_email'>

// Only domains that are reserved for examples: no letter of a demo can reach a person.
const personalDomains = [
  'example.com',
  'example.net',
  'example.org',
  'mail.example.com',
  'post.example.net',
  'inbox.example.org',
]
const workDomains = [
  'acme.example.com',
  'northwind.example.com',
  'initech.example.com',
  'globex.example.org',
  'hospital.example.org',
  'schools.example.edu',
  'law.example.com',
  'lab.example.net',
]

/** The five addresses of a person; `number` keeps most of them apart. The primary one repeats one of the others. */
export function emailsFor(
  random: Random,
  life: Life,
  name: Pick<Alumnus, 'first_name' | 'last_name'>,
  number: number,
): Emails {
  const first = plainLetters(name.first_name)
  const last = plainLetters(name.last_name)
  const full = [first, last].filter(Boolean).join('.') || 'alum'
  const personal = random.chance(0.74)
    ? `${personalName(random, first, last, full, number)}@${random.pick(personalDomains)}`
    : null
  const work = random.chance(0.4) ? `${full}@${random.pick(workDomains)}` : null
  const school = life.classYear >= 1994 && random.chance(0.7) ? `${full}${number}@alumni.example.edu` : null
  const other = random.chance(0.08)
    ? `${full}+${random.pick(['news', 'family', 'old'])}${number}@${random.pick(personalDomains)}`
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

/** Letters that an old CRM accepts in an address; scripts without Latin letters leave nothing. */
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
