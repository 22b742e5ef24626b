import { sql, type RawBuilder } from 'kysely'
import type { Card } from '@alumni/shared/publications/cards'
import type { HelpRole } from '@alumni/shared/champions/record'
import { countryName } from '@alumni/shared/countries'
import { formatCity, eventPlace } from '@alumni/shared/publications/locations'
import { opportunityKindNames, type OpportunityKind } from '@alumni/shared/publications/opportunities'
import type { Signup } from '../champions/index.ts'
import { selectPublishedCommunities } from './communities/communities.ts'
import { toPicture, countPlacesLeft } from './engine/site.ts'
import { selectPublishedEvents } from './events/events.ts'
import { isOpen, selectPublishedOpportunities } from './opportunities/opportunities.ts'
import { estimateDistances, type SuggestionLocation } from './places.ts'
import type { Db } from '../foundations/database/db.ts'

const cardsPerKind = 2

const kindOfRole: Record<HelpRole, OpportunityKind> = {
  mentor: 'mentoring',
  welcome: 'welcoming',
  speak: 'speaking',
  recruit: 'recruiting',
  host: 'hosting',
  advise: 'giving_advice',
  organise: 'organising',
}

/** The ids of a signup and of all signups merged into it. */
type Signups = readonly number[]

/** Suggests up to two opportunities, events and communities each, alternating, the best of each first. */
export async function suggestCards(db: Db, signup: Signup, signups: Signups, college: string | null): Promise<Card[]> {
  const kinds = [
    await opportunitiesFor(db, signup, signups),
    await eventsFor(db, signup, signups),
    await communitiesFor(db, signup, signups, college),
  ]
  return Array.from({ length: cardsPerKind }, (_, rank) => kinds.flatMap((cards) => cards.slice(rank, rank + 1))).flat()
}

/** Ranks opportunities for the champion’s roles first, then those nearby or remote, and full ones last. */
async function opportunitiesFor(db: Db, signup: Signup, signups: Signups): Promise<Card[]> {
  const kinds = signup.help_roles.map((role) => kindOfRole[role as HelpRole])
  const rows = await selectPublishedOpportunities(db)
    .where(isOpen)
    .where(
      sql<boolean>`not exists (select from opportunity_responses r
        where r.opportunity_id = t.id and r.signup_id = any(${signups}) and r.status <> 'withdrawn')`,
    )
    .orderBy('t.published_at', 'desc')
    .orderBy('t.id')
    .execute()
  const best = await selectBest(db, signup, rows, (row) => ({
    isFull: countPlacesLeft(row) === 0,
    isWanted: kinds.includes(row.kind),
    location: { place: formatCity(row) || row.place, description: '', isOnline: row.is_remote },
  }))
  return best.map((row) => ({
    ...plain,
    href: `/opportunities/${row.slug}`,
    title: row.title,
    over: opportunityKindNames[row.kind],
    text: row.summary,
    picture: toPicture(row),
  }))
}

/** Ranks events of the champion’s communities first, then nearby or online ones, then the soonest; full ones last. */
async function eventsFor(db: Db, signup: Signup, signups: Signups): Promise<Card[]> {
  const rows = await selectPublishedEvents(db)
    .select(isMember(signups, 't.community_id').as('is_of_member'))
    .where('t.cancelled_at', 'is', null)
    .where('t.starts_at', '>', sql<string>`now()`)
    .where(
      sql<boolean>`not exists (select from event_rsvps r
        where r.event_id = t.id and r.signup_id = any(${signups}) and r.status <> 'cancelled')`,
    )
    .orderBy('t.starts_at')
    .orderBy('t.id')
    .execute()
  const best = await selectBest(db, signup, rows, (row) => ({
    isFull: countPlacesLeft(row) === 0,
    isWanted: row.is_of_member,
    location: {
      place: row.is_online ? null : formatCity(row) || row.address || row.venue,
      description: `${row.venue} ${row.title}`,
      isOnline: row.is_online,
    },
  }))
  return best.map((row) => ({
    ...plain,
    href: `/events/${row.slug}`,
    title: row.title,
    over: ['Event', eventPlace({ ...row, address: null })].filter(Boolean).join(' · '),
    text: row.summary,
    picture: toPicture(row),
    date: { at: row.starts_at, zone: row.time_zone },
  }))
}

type Fitness = { isFull: boolean; isWanted: boolean; location: SuggestionLocation }

/** Ranks rows with free places first, then wanted ones, then by distance. */
async function selectBest<Row>(
  db: Db,
  signup: Signup,
  rows: readonly Row[],
  fitnessOf: (row: Row) => Fitness,
): Promise<Row[]> {
  const candidates = rows.map((row) => ({ row, ...fitnessOf(row) }))
  const locations = candidates.map(({ location }) => location)
  const distanceTo = await estimateDistances(db, signup, locations)
  return candidates
    .map(({ row, isFull, isWanted, location }) => ({
      row,
      rank: Number(isFull) * 10_000 + Number(!isWanted) * 1_000 + Math.round(distanceTo(location) / 20),
    }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, cardsPerKind)
    .map(({ row }) => row)
}

/** Ranks communities of the champion’s region first, then of their college, then the largest. */
async function communitiesFor(db: Db, signup: Signup, signups: Signups, college: string | null): Promise<Card[]> {
  const rows = await selectPublishedCommunities(db)
    .where(sql<boolean>`not ${isMember(signups, 't.id')}`)
    .orderBy(scoreLocation(signup, 't.name', 't.summary'), 'desc')
    .orderBy(mentions(college, 't.name', 't.summary'), 'desc')
    .orderBy('members', 'desc')
    .orderBy('t.id')
    .limit(cardsPerKind)
    .execute()
  return rows.map((community) => ({
    ...plain,
    href: `/communities/${community.slug}`,
    title: community.name,
    over: 'Community',
    text: community.summary,
    picture: toPicture(community),
  }))
}

const isMember = (signups: Signups, community: string) =>
  sql<boolean>`exists (select from community_members m where m.community_id = ${sql.ref(community)} and m.signup_id = any(${signups}))`

const plain = { date: null, tag: null, note: null }

/** Returns 3 if a text mentions the city, 2 for the state, 1 for a country other than the United States, else 0. */
function scoreLocation({ city, state, country }: Signup, ...texts: string[]): RawBuilder<number> {
  const abroad = country && country !== 'US' ? countryName(country) : null
  return sql<number>`case when ${mentions(city, ...texts)} then 3 when ${mentions(fullStateName(state), ...texts)} then 2 when ${mentions(abroad, ...texts)} then 1 else 0 end`
}

/** Returns null for a state code, which would match too many texts. */
function fullStateName(state: string | null): string | null {
  return state && state.length > 2 ? state : null
}

function mentions(word: string | null, ...texts: string[]): RawBuilder<boolean> {
  const text = sql.join(texts.map((column) => sql.ref(column)))
  return sql<boolean>`coalesce(strpos(lower(concat_ws(' ', ${text})), lower(${word})) > 0, false)`
}
