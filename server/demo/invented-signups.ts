import { helpRoles } from '@alumni/shared/champions/record'
import type { Alumnus } from './alumnus.ts'
import { affinities } from './affinities.ts'
import { colleges } from './colleges.ts'
import { educationsAt } from './educations.ts'
import { membershipsAt } from './memberships.ts'
import { namedPeople } from './named-people.ts'
import { personAt } from './people.ts'
import { Random } from './random.ts'

type Signup = ReturnType<typeof signupOf>

const dayMs = 24 * 3600_000
const roles = Object.keys(helpRoles)

/** How many signups there are beside those of named people. */
function inventedSignupsFor(alumni: number): number {
  return alumni <= 2 * namedPeople.length ? 0 : Math.min(Math.floor(alumni / 2), 240 + Math.floor(alumni / 50))
}

/**
 * Signups of invented people as on the day `until`: most completed, many linked, some only begun, a few deleted. Now and then
 * somebody has signed up twice, by another of their addresses, and staff can find that out: both are linked to one alumnus,
 * or the name and ZIP code are the same, or the address is one of the alumnus'.
 */
export function* inventedSignups(seed: number, alumni: number, until: string): Generator<Signup> {
  const today = Date.parse(`${until}T00:00:00Z`)
  const count = inventedSignupsFor(alumni)
  const step = Math.floor((alumni - namedPeople.length) / Math.max(1, count))
  for (let nth = 0; nth < count; nth++) {
    const index = namedPeople.length + nth * step
    const random = new Random(seed, index, 79)
    const person = personAt(seed, index)
    // Recent ones are more.
    const createdAt = today - Math.floor(1000 * random.next() ** 2 * dayMs) - random.whole(1, 86_399) * 1000
    const signup = signupOf(random, seed, index, person, createdAt)
    yield signup
    if (!signup.zip_code || signup.deleted_at || !random.chance(0.05)) continue
    const again = createdAt + random.whole(3, 200) * dayMs
    const address = person.school_email
    yield {
      ...signup,
      email: address && address !== signup.email ? address : `second.${signup.email}`,
      ...(signup.buid && random.chance(0.5) ? {} : { buid: null, status: 'completed' as const }),
      google_uid: null,
      google_linked_at: null,
      source: 'one_page',
      created_at: new Date(Math.min(again, today - random.whole(1, 40) * dayMs)).toISOString(),
    }
  }
}

function signupOf(random: Random, seed: number, index: number, person: Alumnus, createdAt: number) {
  const at = (days: number) => new Date(createdAt + days * dayMs).toISOString()
  const isStarted = random.chance(0.1)
  const isLinked = !isStarted && random.chance(0.5)
  const hasGoogle = random.chance(0.15)
  const isDeleted = random.chance(0.03)
  const degree = educationsAt(seed, index).find(({ kind }) => kind === 'degree')
  const tells = (share: number) => !isStarted && random.chance(share)
  const status: 'started' | 'completed' | 'linked' = isStarted ? 'started' : isLinked ? 'linked' : 'completed'
  const source = hasGoogle && random.chance(0.6) ? 'google' : random.chance(0.7) ? 'wizard' : 'one_page'
  return {
    email: person.personal_email ?? person.primary_email ?? `champion.${index + 1}@example.net`,
    first_name: person.preferred_name ?? person.first_name ?? 'Alex',
    last_name: person.last_name ?? 'Anonymous',
    former_last_name: tells(0.5) ? person.former_last_name : null,
    buid: isLinked ? person.buid : null,
    status,
    ...placeOf(random, person, isStarted),
    phone: tells(0.3) ? person.mobile_phone : null,
    degree_year: tells(0.8) && degree?.degree_date ? degree.degree_date.slice(0, 4) : null,
    college_code: tells(0.8) ? (degree?.college_code ?? random.pick(colleges).code) : null,
    help_roles: array(isStarted ? [] : roles.filter(() => random.chance(0.25))),
    affinity_codes: array(
      isStarted
        ? []
        : [
            ...membershipsAt(seed, index).map(({ affinity_code }) => affinity_code),
            ...(random.chance(0.3) ? [random.pick(affinities).code] : []),
          ],
    ),
    source: random.chance(0.12) ? null : source,
    google_uid: hasGoogle ? `demo-invented-${index + 1}` : null,
    google_linked_at: hasGoogle ? at(0) : null,
    completed_at: isStarted ? null : at(0),
    deleted_at: isDeleted ? new Date(createdAt + random.whole(1, 20) * dayMs).toISOString() : null,
    created_at: at(0),
    updated_at: at(0),
  }
}

/** As the form leaves it: a ZIP code, or a country and a city. Some have told their city later. */
function placeOf(random: Random, { city, state, postal_code, country }: Alumnus, isStarted: boolean) {
  const nowhere = { zip_code: null, city: null, state: null, country: null, postal_code: null }
  if (isStarted) return nowhere
  if (country && country !== 'US' && city) return { ...nowhere, city, country, postal_code }
  const zip_code = postal_code?.slice(0, 5) ?? '02118'
  return random.chance(0.4) ? { ...nowhere, zip_code, city, state } : { ...nowhere, zip_code }
}

/** As PostgreSQL reads an array of codes. */
function array(codes: readonly string[]): string {
  return `{${[...new Set(codes)].join(',')}}`
}
