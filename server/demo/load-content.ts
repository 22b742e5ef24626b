import { Readable } from 'node:stream'
import { addDays } from 'date-fns/addDays'
import type { Client } from 'pg'
import { drawImage } from '../src/publications/site/share-images.ts'
import type { Files } from '../src/foundations/files/files.ts'
import { processPhoto } from '../src/publications/photos/process-photo.ts'
import { idsBy, insertAll, type Ids, type Row } from './bulk.ts'
import namedCommunities from './data/communities.json' with { type: 'json' }
import namedEvents from './data/events.json' with { type: 'json' }
import names from './data/names.json' with { type: 'json' }
import namedNews from './data/news.json' with { type: 'json' }
import opportunities from './data/opportunities.json' with { type: 'json' }
import { Random } from './random.ts'

/**
 * `inDays` is relative to `until`, `hour` in the place's time zone. Events with `waiting` people are full; `isUnmarked`
 * events have no recorded attendance.
 */
type Event = (typeof namedEvents)[number]
type AnsweredEvent = Pick<Event, 'places' | 'max_guests' | 'community' | 'inDays' | 'isUnmarked' | 'going' | 'waiting'>

const dayMs = 24 * 3600_000
const inventedChampions = 44

const membershipsOfNamed: Record<string, readonly string[]> = {
  'jose.alvarez@example.org': ['boston', 'engineering', 'first-in-the-family'],
  'siobhan.oneil@example.net': ['ireland', 'music-and-theater', 'book-circle'],
  'peggy.oneil@example.org': ['boston', 'book-circle', 'rowers'],
  'minh.nguyen@example.com': ['hanoi', 'engineering', 'founders-and-makers'],
  'majo@example.com': ['mexico-city', 'young-alumni'],
}

const homes = [
  { community: 'boston', zip_code: '02118', city: 'Boston', country: null },
  { community: 'new-york', zip_code: '10025', city: 'New York', country: null },
  { community: 'ireland', zip_code: null, city: 'Dublin', country: 'IE' },
  { community: 'mexico-city', zip_code: null, city: 'Ciudad de México', country: 'MX' },
  { community: 'hanoi', zip_code: null, city: 'Hà Nội', country: 'VN' },
]

/** Fills the alumni's site as of the day `until`. Requires the named signups. */
export async function loadContent(client: Client, seed: number, until: string, files?: Files): Promise<void> {
  const today = Date.parse(`${until}T12:00:00Z`)
  const ago = (days: number) => new Date(today - days * dayMs).toISOString()
  const published = (days: number | null) => {
    const written = ago(Math.max(1, days ?? 1))
    return { published_at: days === null ? null : ago(days), created_at: written, updated_at: written }
  }

  const communities = await insertAll(
    client,
    'communities',
    namedCommunities.map(({ inDays, isDraft, ...community }) => ({
      ...community,
      ...published(isDraft ? null : inDays === undefined ? 400 : -inDays),
    })),
  )
  await insertAll(
    client,
    'news_items',
    namedNews.map(({ community, daysAgo, ...news }) => ({
      ...news,
      community_id: community ? communities.get(community) : null,
      ...published(daysAgo),
    })),
  )
  const memberships = new Map(Object.entries(membershipsOfNamed))
  for (const [email, joined] of await inventChampions(client, seed, ago)) memberships.set(email, joined)
  const champions = await idsBy(client, 'champion_signups', 'email')
  await insertAll(
    client,
    'community_members',
    [...memberships].flatMap(([email, joined]) =>
      joined.map((slug, at) => ({
        community_id: communities.get(slug),
        signup_id: champions.get(email),
        joined_at: ago(20 + at * 47 + (champions.get(email)! % 100)),
      })),
    ),
  )
  await loadEvents(client, { seed, until, ago, communities, champions, memberships })
  if (files) await loadPhoto(client, files)
}

async function loadPhoto(client: Client, files: Files): Promise<void> {
  const upload = drawImage('#1f5f8b', 4)
  const { name, files: photoFiles } = await processPhoto(upload)
  for (const { key, bytes } of photoFiles) await files.write(key, Readable.from([bytes]))
  await client.query('insert into photos (name, bytes) values ($1, $2)', [name, upload.length])
  const alt = 'Four ridges of hills, one behind the other, under a low evening sun'
  for (const [table, slug] of [
    ['communities', 'boston'],
    ['news_items', 'old-boathouse-opens'],
    ['events', 'homecoming'],
  ])
    await client.query(`update ${table} set photo = $1, photo_alt = $2 where slug = $3`, [name, alt, slug])
  await client.query("update news_items set body = body || $1 where slug = 'a-thousand-hours'", [
    `\n\n![${alt}](/photos/${name})`,
  ])
}

async function inventChampions(
  client: Client,
  seed: number,
  ago: (days: number) => string,
): Promise<Map<string, string[]>> {
  const others = namedCommunities.filter(({ kind }) => kind !== 'region').map(({ slug }) => slug)
  const memberships = new Map<string, string[]>()
  const signups: Row[] = []
  for (let index = 0; index < inventedChampions; index++) {
    const random = new Random(seed, index, 77)
    const first_name = random.pick([...names.first.female, ...names.first.male])
    const last_name = random.pick(names.last)
    const { community, ...home } = homes[index % homes.length]!
    const name = `${first_name}.${last_name}`.normalize('NFD').replaceAll(/[^a-zA-Z.]/g, '')
    const email = `${name.toLowerCase()}.${index + 1}@example.net`
    signups.push({ email, first_name, last_name, status: 'completed', ...home, created_at: ago(random.whole(30, 500)) })
    memberships.set(email, [...new Set([community, random.pick(others), random.pick(others)])])
  }
  await insertAll(client, 'champion_signups', signups)
  return memberships
}

type Cast = {
  seed: number
  until: string
  ago: (days: number) => string
  communities: Ids
  champions: Ids
  memberships: Map<string, readonly string[]>
}

async function loadEvents(client: Client, cast: Cast): Promise<void> {
  const { until, ago, communities } = cast
  for (const [index, event] of namedEvents.entries()) {
    const { community, inDays, hour, hours, isCancelled, isDraft, appearsIn, isUnmarked, going, waiting, ...row } =
      event
    const { rows } = await client.query<{ at: Date }>(
      `select (($1::date + $2::int)::timestamp + $3 * interval '1 hour') at time zone $4 as at`,
      [until, inDays, hour, row.time_zone],
    )
    const starts = rows[0]!.at
    const announced = ago(60 + Math.max(0, -inDays))
    const appears = appearsIn === undefined ? announced : ago(-appearsIn)
    const ids = await insertAll(client, 'events', [
      {
        ...row,
        revision: isCancelled ? 1 : 0,
        community_id: community ? communities.get(community) : null,
        starts_at: starts,
        ends_at: new Date(starts.getTime() + hours * 3600_000),
        published_at: isDraft ? null : appears,
        created_at: announced,
        updated_at: isCancelled ? ago(1) : announced,
        cancelled_at: isCancelled ? ago(1) : null,
      },
    ])
    const rsvps = answersTo(
      { ...row, community, inDays, isUnmarked, going, waiting },
      new Random(cast.seed, index, 78),
      cast,
    )
    await insertAll(
      client,
      'event_rsvps',
      rsvps.map((rsvp) => ({ ...rsvp, event_id: ids.get(row.slug) })),
    )
  }
}

/** Prefers members of the event's community; uses the waiting list once no places are left. */
function answersTo(event: AnsweredEvent, random: Random, { ago, champions, memberships }: Cast): Row[] {
  const isPast = event.inDays < 0
  const isMember = (email: string) => !event.community || memberships.get(email)!.includes(event.community)
  const isNamed = (email: string) => email in membershipsOfNamed
  const asked = [...memberships.keys()]
    .map((email) => ({ email, weight: (isMember(email) ? (isNamed(email) ? 4 : 1) : 0) + random.next() }))
    .filter(({ email }) => isMember(email) || !isNamed(email))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ email }) => email)
  const rows: Row[] = []
  let left = event.places ?? Infinity
  for (const [at, email] of asked.entries()) {
    const isFull = event.waiting ? left === 0 : rows.length >= event.going
    if (isFull) break
    const wished = random.chance(0.35) ? random.whole(0, event.max_guests ?? 0) : 0
    const guests = Math.min(wished, left - 1)
    left -= 1 + guests
    const came = isNamed(email) ? 'going' : random.chance(0.85) ? 'attended' : 'absent'
    rows.push({
      signup_id: champions.get(email),
      status: isPast && !event.isUnmarked ? came : 'going',
      guests,
      asked_at: ago(Math.max(0, -event.inDays) + 40 - at * 0.5),
    })
  }
  const inLine = asked.slice(rows.length, rows.length + (event.waiting ?? 0))
  return [
    ...rows,
    ...inLine.map((email, at) => ({
      signup_id: champions.get(email),
      status: 'waiting',
      guests: 0,
      asked_at: ago(6 - at * 0.5),
    })),
  ]
}

export async function loadOpportunities(client: Client, until: string): Promise<void> {
  const day = (days: number) => addDays(new Date(`${until}T09:00:00Z`), days).toISOString()
  for (const { published, closes, isClosed, answers = [], ...row } of opportunities) {
    await insertAll(client, 'opportunities', [
      {
        ...row,
        closes_on: closes === undefined ? null : day(closes).slice(0, 10),
        published_at: published === undefined ? null : day(published),
        closed_at: isClosed ? day(-80) : null,
      },
    ])
    for (const [index, response] of answers.entries())
      await client.query(
        `insert into opportunity_responses (opportunity_id, signup_id, status, message, answer, country, postal_code, asked_at, created_at)
         select o.id, s.id, $3, $4, $5, coalesce(s.country, 'US'), coalesce(s.postal_code, s.zip_code), $6, $6
         from opportunities o, champion_signups s where o.slug = $1 and s.email = $2`,
        [
          row.slug,
          response.email,
          response.status,
          response.message,
          'answer' in response ? response.answer : null,
          day(Math.min(0, (published ?? 0) + index + 1)),
        ],
      )
  }
}
