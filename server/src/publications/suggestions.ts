import { sql, type RawBuilder } from 'kysely'
import type { Card } from '@alumni/shared/publications/cards'
import type { HelpRole } from '@alumni/shared/champions/record'
import { countryName } from '@alumni/shared/countries'
import { cityWords, eventPlace } from '@alumni/shared/publications/locations'
import { opportunityKindNames, type OpportunityKind } from '@alumni/shared/publications/opportunities'
import type { Signup } from '../champions/index.ts'
import { publishedCommunities } from './communities/communities.ts'
import { pictureOf, placesLeft } from './engine/site.ts'
import { publishedEvents } from './events/events.ts'
import { isOpen, publishedOpportunities } from './opportunities/opportunities.ts'
import { distancesFrom, type Whereabouts } from './places.ts'
import type { Db } from '../foundations/database/db.ts'

/** Cards per kind. */
const shown = 2

/** The kind of opportunity for each way in which a champion helps. */
const kindOfRole: Record<HelpRole, OpportunityKind> = {
  mentor: 'mentoring',
  welcome: 'welcoming',
  speak: 'speaking',
  recruit: 'recruiting',
  host: 'hosting',
  advise: 'giving_advice',
  organise: 'organising',
}

/** With those that were merged into it. */
type Signups = readonly number[]

/** Suggests next steps; `college` is the champion's college's name. */
export async function suggestionsFor(
  db: Db,
  signup: Signup,
  signups: Signups,
  college: string | null,
): Promise<Card[]> {
  const kinds = [
    await opportunitiesFor(db, signup, signups),
    await eventsFor(db, signup, signups),
    await communitiesFor(db, signup, signups, college),
  ]
  // The best of each kind, then the second of each.
  return Array.from({ length: shown }, (_, rank) => kinds.flatMap((cards) => cards.slice(rank, rank + 1))).flat()
}

/** Open opportunities that they have not answered: first what they offered to do, then what is near or remote. */
async function opportunitiesFor(db: Db, signup: Signup, signups: Signups): Promise<Card[]> {
  const kinds = signup.help_roles.map((role) => kindOfRole[role as HelpRole])
  const rows = await publishedOpportunities(db)
    .where(isOpen)
    .where(
      sql<boolean>`not exists (select from opportunity_responses r
        where r.opportunity_id = t.id and r.signup_id = any(${signups}) and r.status <> 'withdrawn')`,
    )
    .orderBy('t.published_at', 'desc')
    .orderBy('t.id')
    .execute()
  const best = await bestOf(db, signup, rows, (row) => ({
    isFull: placesLeft(row) === 0,
    isWanted: kinds.includes(row.kind),
    where: { place: cityWords(row) || row.place, words: '', isOnline: row.is_remote },
  }))
  return best.map((row) => ({
    ...plain,
    href: `/opportunities/${row.slug}`,
    title: row.title,
    over: opportunityKindNames[row.kind],
    text: row.summary,
    picture: pictureOf(row),
  }))
}

/**
 * Coming events that they have not answered: first those of their communities, then what is near or online, then the
 * soonest.
 */
async function eventsFor(db: Db, signup: Signup, signups: Signups): Promise<Card[]> {
  const rows = await publishedEvents(db)
    .select(isMember(signups, 't.community_id').as('is_of_theirs'))
    .where('t.cancelled_at', 'is', null)
    .where('t.starts_at', '>', sql<string>`now()`)
    .where(
      sql<boolean>`not exists (select from event_rsvps r
        where r.event_id = t.id and r.signup_id = any(${signups}) and r.status <> 'cancelled')`,
    )
    .orderBy('t.starts_at')
    .orderBy('t.id')
    .execute()
  const best = await bestOf(db, signup, rows, (row) => ({
    isFull: placesLeft(row) === 0,
    isWanted: row.is_of_theirs,
    where: {
      place: row.is_online ? null : cityWords(row) || row.address || row.venue,
      words: `${row.venue} ${row.title}`,
      isOnline: row.is_online,
    },
  }))
  return best.map((row) => ({
    ...plain,
    href: `/events/${row.slug}`,
    title: row.title,
    over: ['Event', eventPlace({ ...row, address: null })].filter(Boolean).join(' · '),
    text: row.summary,
    picture: pictureOf(row),
    date: { at: row.starts_at, zone: row.time_zone },
  }))
}

type Fitness = { isFull: boolean; isWanted: boolean; where: Whereabouts }

/** Full ones come last, then what is not wanted, then what is far; equal ones stay in their order. */
async function bestOf<Row>(
  db: Db,
  signup: Signup,
  rows: readonly Row[],
  fitnessOf: (row: Row) => Fitness,
): Promise<Row[]> {
  const judged = rows.map((row) => ({ row, ...fitnessOf(row) }))
  const places = judged.map(({ where }) => where)
  const distanceTo = await distancesFrom(db, signup, places)
  return judged
    .map(({ row, isFull, isWanted, where }) => ({
      row,
      rank: Number(isFull) * 10_000 + Number(!isWanted) * 1_000 + Math.round(distanceTo(where) / 20),
    }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, shown)
    .map(({ row }) => row)
}

/**
 * Communities that they have not joined: first those of their region, then those of their college, then those with most
 * members.
 */
async function communitiesFor(db: Db, signup: Signup, signups: Signups, college: string | null): Promise<Card[]> {
  const rows = await publishedCommunities(db)
    .where(sql<boolean>`not ${isMember(signups, 't.id')}`)
    .orderBy(nameTheirPlace(signup, 't.name', 't.summary'), 'desc')
    .orderBy(mentions(college, 't.name', 't.summary'), 'desc')
    .orderBy('members', 'desc')
    .orderBy('t.id')
    .limit(shown)
    .execute()
  return rows.map((community) => ({
    ...plain,
    href: `/communities/${community.slug}`,
    title: community.name,
    over: 'Community',
    text: community.summary,
    picture: pictureOf(community),
  }))
}

const isMember = (signups: Signups, community: string) =>
  sql<boolean>`exists (select from community_members m where m.community_id = ${sql.ref(community)} and m.signup_id = any(${signups}))`

const plain = { date: null, tag: null, note: null }

/**
 * Whether one of the texts names the city, state or country of a signup: 3, 2 or 1. The United States are no place that
 * is near.
 */
function nameTheirPlace({ city, state, country }: Signup, ...texts: string[]): RawBuilder<number> {
  const abroad = country && country !== 'US' ? countryName(country) : null
  return sql<number>`case when ${mentions(city, ...texts)} then 3 when ${mentions(longer(state), ...texts)} then 2 when ${mentions(abroad, ...texts)} then 1 else 0 end`
}

/** Two letters are found in too many words. */
function longer(state: string | null): string | null {
  return state && state.length > 2 ? state : null
}

function mentions(word: string | null, ...texts: string[]): RawBuilder<boolean> {
  const text = sql.join(texts.map((column) => sql.ref(column)))
  return sql<boolean>`coalesce(strpos(lower(concat_ws(' ', ${text})), lower(${word})) > 0, false)`
}
