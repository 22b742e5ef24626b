import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely'
import type { Card } from '@alumni/shared/publications/cards'
import type { HelpRole } from '@alumni/shared/champions/record'
import { countryName } from '@alumni/shared/countries'
import { opportunityKindNames, type OpportunityKind } from '@alumni/shared/publications/opportunities'
import type { Signup } from '../champions/index.ts'
import { pictureOf } from './engine/pictures.ts'
import { isOpen } from './opportunities/opportunities.ts'
import type { Db } from '../foundations/database/db.ts'
import type { Tables } from '../foundations/database/tables.ts'
import { utc } from '../foundations/database/utc.ts'

/** Of each kind. */
const shown = 2

/** What asks for each of the ways in which a champion offers to help. */
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

/** What a champion can do next; `college` is the name of theirs. */
export async function suggestionsFor(
  db: Db,
  signup: Signup,
  signups: Signups,
  college: string | null,
): Promise<Card[]> {
  return [
    ...(await opportunitiesFor(db, signup, signups)),
    ...(await eventsFor(db, signup, signups)),
    ...(await communitiesFor(db, signup, signups, college)),
  ]
}

/** Open opportunities that they have not answered: first what they offered to do, then what is near or remote. */
async function opportunitiesFor(db: Db, signup: Signup, signups: Signups): Promise<Card[]> {
  const kinds = signup.help_roles.map((role) => kindOfRole[role as HelpRole]).filter(Boolean)
  const rows = await db
    .selectFrom('opportunities as t')
    .select(['t.slug', 't.title', 't.kind', 't.summary', 't.picture', 't.photo', 't.photo_alt'])
    .where('t.published_at', '<=', sql<string>`now()`)
    .where(isOpen)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('opportunity_responses as r')
            .select('r.id')
            .whereRef('r.opportunity_id', '=', 't.id')
            .where('r.signup_id', 'in', signups)
            .where('r.status', '!=', 'withdrawn'),
        ),
      ),
    )
    .orderBy(sql`t.kind = any(${kinds}::text[])`, 'desc')
    .orderBy(isNear(signup, 't.place'), 'desc')
    .orderBy('t.is_remote', 'desc')
    .orderBy('t.published_at', 'desc')
    .orderBy('t.id')
    .limit(shown)
    .execute()
  return rows.map(({ slug, title, kind, summary, ...shown }) => ({
    ...plain,
    href: `/opportunities/${slug}`,
    title,
    over: opportunityKindNames[kind],
    text: summary,
    picture: pictureOf({ slug, ...shown }),
  }))
}

/**
 * Coming events that they have not answered: first those of their communities, then what is near or online, then the
 * soonest.
 */
async function eventsFor(db: Db, signup: Signup, signups: Signups): Promise<Card[]> {
  const rows = await db
    .selectFrom('events as e')
    .select([
      'e.slug',
      'e.title',
      'e.summary',
      'e.picture',
      'e.photo',
      'e.photo_alt',
      'e.time_zone',
      utc('e.starts_at').as('starts_at'),
    ])
    .select(sql<string | null>`case when e.is_online then 'Online' else e.venue end`.as('where'))
    .where('e.published_at', '<=', sql<string>`now()`)
    .where('e.cancelled_at', 'is', null)
    .where('e.starts_at', '>', sql<string>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('event_rsvps as r')
            .select('r.id')
            .whereRef('r.event_id', '=', 'e.id')
            .where('r.signup_id', 'in', signups)
            .where('r.status', '!=', 'cancelled'),
        ),
      ),
    )
    .orderBy(
      ({ exists, selectFrom }) =>
        exists(
          selectFrom('community_members as m')
            .select('m.signup_id')
            .whereRef('m.community_id', '=', 'e.community_id')
            .where('m.signup_id', 'in', signups),
        ),
      'desc',
    )
    .orderBy(isNear(signup, 'e.address', 'e.venue', 'e.title'), 'desc')
    .orderBy('e.is_online', 'desc')
    .orderBy('e.starts_at')
    .orderBy('e.id')
    .limit(shown)
    .execute()
  return rows.map(({ slug, title, summary, where, starts_at, time_zone, ...shown }) => ({
    ...plain,
    href: `/events/${slug}`,
    title,
    over: where ? `Event · ${where}` : 'Event',
    text: summary,
    picture: pictureOf({ slug, ...shown }),
    date: { at: starts_at, zone: time_zone },
  }))
}

/**
 * Communities that they have not joined: first those of their region, then those of their college, then those with most
 * members.
 */
async function communitiesFor(db: Db, signup: Signup, signups: Signups, college: string | null): Promise<Card[]> {
  const rows = await db
    .selectFrom('communities as c')
    .select(['c.slug', 'c.name as title', 'c.summary', 'c.picture', 'c.photo', 'c.photo_alt'])
    .where('c.published_at', '<=', sql<string>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('community_members as m')
            .select('m.signup_id')
            .whereRef('m.community_id', '=', 'c.id')
            .where('m.signup_id', 'in', signups),
        ),
      ),
    )
    .orderBy(isNear(signup, 'c.name', 'c.summary'), 'desc')
    .orderBy(mentions(college, 'c.name', 'c.summary'), 'desc')
    .orderBy(membersOf, 'desc')
    .orderBy('c.id')
    .limit(shown)
    .execute()
  return rows.map(({ slug, title, summary, ...shown }) => ({
    ...plain,
    href: `/communities/${slug}`,
    title,
    over: 'Community',
    text: summary,
    picture: pictureOf({ slug, ...shown }),
  }))
}

const plain = { date: null, tag: null, note: null }

function membersOf({ selectFrom }: ExpressionBuilder<Tables & { c: Tables['communities'] }, 'c'>) {
  return selectFrom('community_members as m')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('m.community_id', '=', 'c.id')
}

/**
 * Whether one of the texts names the city, state or country of a signup: 3, 2 or 1. The United States are no place that
 * is near.
 */
function isNear({ city, state, country }: Signup, ...texts: string[]): RawBuilder<number> {
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
