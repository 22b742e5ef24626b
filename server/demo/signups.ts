import { helpRoles } from '@alumni/shared/champions/record'
import { foldEmail } from '@alumni/shared/email-address'
import type { Client } from 'pg'
import type { Alumnus } from './alumnus.ts'
import { copyTable, insertAll } from './bulk.ts'
import { buidAt } from './crm-ids.ts'
import data from './data/signups.json' with { type: 'json' }
import { namedPeople } from './named-people.ts'
import { personAt } from './people.ts'
import { Random } from './random.ts'
import { educationsAt, membershipsAt } from './records.ts'
import { affinities, colleges } from './vocabulary.ts'

type Signup = ReturnType<typeof signupOf>

const dayMs = 24 * 3600_000
const roles = Object.keys(helpRoles)

/**
 * Returns whether all their alumni exist. Peggy's signup came with Google, María José's is incomplete, and Siobhán's is
 * completed but not linked.
 */
export async function loadNamedSignups(client: Client, alumni: number): Promise<boolean> {
  const signups = data.named.filter(({ buid }) => !buid || buid <= buidAt(alumni - 1))
  await insertAll(
    client,
    'champion_signups',
    signups.map((signup) => ({ help_roles: [], ...signup })),
  )
  return signups.length === data.named.length
}

/** Adds possible duplicates: two more signups of Peggy and one of Siobhán. Requires the named signups and events. */
export async function loadDuplicates(client: Client): Promise<void> {
  await insertAll(
    client,
    'champion_signups',
    data.duplicates.map((signup) => ({ status: 'completed', ...signup })),
  )
  await client.query(`insert into event_rsvps (event_id, signup_id, status)
    select e.id, s.id, 'going' from events e, champion_signups s
    where e.slug = 'winter-concert' and s.email in ('moneil@hospital.example.org', 'peggy.oneil@example.org')
    on conflict do nothing`)
}

export async function loadSignupHistories(client: Client): Promise<void> {
  await client.query(
    `update champion_signups set consented_at = created_at, privacy_policy_version = '2026-11-22',
       completed_at = case when status <> 'started' then created_at + interval '4 minutes' end where consented_at is null`,
  )
  await client.query(
    `insert into champion_devices (signup_id, name, token_hash, created_at, used_at, expires_at)
     select s.id, d.name, gen_random_uuid()::text, now() - d.days * interval '1 day', now() - interval '3 hours', now() + interval '60 days'
     from jsonb_to_recordset($1::jsonb) d (email text, name text, days int) join champion_signups s on s.email = d.email`,
    [JSON.stringify(data.devices)],
  )
  await client.query(
    `insert into activity_events (signup_id, type, occurred_at, payload)
     select * from (
       select id, 'signup_started', created_at, '{}'::jsonb from champion_signups
       union all select id, 'signup_completed', completed_at, '{}' from champion_signups where completed_at is not null
       union all select id, 'signin_completed', created_at + interval '9 minutes', '{"method": "link"}' from champion_signups where completed_at is not null
       union all select id, 'google_linked', google_linked_at, '{}' from champion_signups where google_linked_at is not null
       union all select id, 'signup_linked', created_at + interval '2 days', jsonb_build_object('buid', buid) from champion_signups where status = 'linked'
       union all select signup_id, 'device_remembered', created_at, jsonb_build_object('device', id) from champion_devices
       union all select signup_id, 'opportunity_responded', asked_at, jsonb_build_object('opportunity', opportunity_id, 'response', id) from opportunity_responses
     ) told (signup, type, at, payload) order by at, signup`,
  )
}

/** Runs after events and communities have participants, because addresses must be unique. */
export async function loadInventedSignups(
  client: Client,
  { seed, alumni, until }: { seed: number; alumni: number; until: string },
): Promise<void> {
  const { rows } = await client.query<{ email: string }>('select folded_email as email from champion_signups')
  const usedAddresses = new Set(rows.map(({ email }) => email))
  const free = [...inventedSignups(seed, alumni, until)].filter(({ email, deleted_at }) => {
    const folded = foldEmail(email)
    if (deleted_at !== null || usedAddresses.has(folded)) return deleted_at !== null
    usedAddresses.add(folded)
    return true
  })
  await copyTable(client, 'champion_signups', free)
  await client.query(`
    insert into activity_events (type, signup_id, occurred_at)
    select type, s.id, case type when 'signup_started' then s.created_at else s.completed_at end
    from champion_signups s cross join unnest(array['signup_started', 'signup_completed']) type
    where (type = 'signup_started' or s.completed_at is not null) and not exists (select from activity_events e where e.signup_id = s.id)`)
}

function inventedSignupsFor(alumni: number): number {
  return alumni <= 2 * namedPeople.length ? 0 : Math.min(Math.floor(alumni / 2), 240 + Math.floor(alumni / 50))
}

/**
 * Most signups are completed and many linked. Some people signed up twice: duplicates have the same alumnus, the same
 * name and ZIP code, or an address of the alumnus.
 */
function* inventedSignups(seed: number, alumni: number, until: string): Generator<Signup> {
  const today = Date.parse(`${until}T00:00:00Z`)
  const count = inventedSignupsFor(alumni)
  const step = Math.floor((alumni - namedPeople.length) / Math.max(1, count))
  for (let nth = 0; nth < count; nth++) {
    const index = namedPeople.length + nth * step
    const random = new Random(seed, index, 79)
    const person = personAt(seed, index)
    // Recent signups are more frequent.
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
  const status: 'started' | 'completed' | 'linked' = isStarted ? 'started' : isLinked ? 'linked' : 'completed'
  const source = hasGoogle && random.chance(0.6) ? 'google' : random.chance(0.7) ? 'wizard' : 'one_page'
  return {
    ...identityOf(person, index),
    buid: isLinked ? person.buid : null,
    status,
    ...(isStarted ? noAnswers : answersOf(random, seed, index, person)),
    source: random.chance(0.12) ? null : source,
    google_uid: hasGoogle ? `demo-invented-${index + 1}` : null,
    google_linked_at: hasGoogle ? at(0) : null,
    completed_at: isStarted ? null : at(0),
    deleted_at: isDeleted ? at(random.whole(1, 20)) : null,
    created_at: at(0),
    updated_at: at(0),
  }
}

function identityOf(person: Alumnus, index: number) {
  return {
    email: person.personal_email ?? person.primary_email ?? `champion.${index + 1}@example.net`,
    first_name: person.preferred_name ?? person.first_name ?? 'Alex',
    last_name: person.last_name ?? 'Anonymous',
  }
}

const noPlace = { zip_code: null, city: null, state: null, country: null, postal_code: null }
const noAnswers = {
  former_last_name: null,
  ...noPlace,
  phone: null,
  degree_year: null,
  college_code: null,
  help_roles: '{}',
  affinity_codes: '{}',
}

function answersOf(random: Random, seed: number, index: number, person: Alumnus) {
  const degree = educationsAt(seed, index).find(({ kind }) => kind === 'degree')
  return {
    former_last_name: random.chance(0.5) ? person.former_last_name : null,
    ...placeOf(random, person),
    phone: random.chance(0.3) ? person.mobile_phone : null,
    degree_year: random.chance(0.8) && degree?.degree_date ? degree.degree_date.slice(0, 4) : null,
    college_code: random.chance(0.8) ? (degree?.college_code ?? random.pick(colleges).code) : null,
    help_roles: array(roles.filter(() => random.chance(0.25))),
    affinity_codes: array([
      ...membershipsAt(seed, index).map(({ affinity_code }) => affinity_code),
      ...(random.chance(0.3) ? [random.pick(affinities).affinity_code] : []),
    ]),
  }
}

/** Returns a ZIP code, or a country and a city, as the form stores them; some people added their city later. */
function placeOf(random: Random, { city, state, postal_code, country }: Alumnus) {
  if (country && country !== 'US' && city) return { ...noPlace, city, country, postal_code }
  const zip_code = postal_code?.slice(0, 5) ?? '02118'
  return random.chance(0.4) ? { ...noPlace, zip_code, city, state } : { ...noPlace, zip_code }
}

function array(codes: readonly string[]): string {
  return `{${[...new Set(codes)].join(',')}}`
}
