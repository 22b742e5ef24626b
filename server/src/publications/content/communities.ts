import { sql } from 'kysely'
import type { Card } from '@alumni/shared/publications/cards'
import { communityKindNames, type CommunityHead, type CommunityKind } from '@alumni/shared/publications/content'
import type { Option } from '@alumni/shared/portal'
import { idsStandingFor, survivorOf } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { cardsPerPage } from './event-cards.ts'
import { notHere } from './former-slugs.ts'
import { pictureOf } from './pictures.ts'
import { isNamed, isPublished } from './slug-or-id.ts'

/** Published communities; `members` are people, each once. */
function publishedCommunities(db: Db) {
  return db
    .selectFrom('communities as c')
    .select(['c.id', 'c.slug', 'c.name', 'c.kind', 'c.summary', 'c.body', 'c.picture', 'c.photo', 'c.photo_alt'])
    .select(({ selectFrom }) =>
      selectFrom('community_members as m')
        .innerJoin('champion_signups as s', 's.id', 'm.signup_id')
        // Only who was merged is looked up: the others stand for themselves.
        .select(
          sql<number>`count(distinct case when s.merged_into_id is not null then ${survivorOf(sql.ref('s.id'))} when s.deleted_at is null then s.id end)`.as(
            'people',
          ),
        )
        .whereRef('m.community_id', '=', 'c.id')
        .as('members'),
    )
    .$narrowType<{ members: number }>()
    .where(({ ref }) => isPublished(ref('c.published_at')))
}

type CommunityRow = Awaited<ReturnType<ReturnType<typeof publishedCommunities>['executeTakeFirstOrThrow']>>

/** The community of an address, by slug or id. Throws a 404 where there is none, or none yet, or where it is now. */
export async function findCommunity(db: Db, key: string): Promise<CommunityRow> {
  const community = await publishedCommunities(db)
    .where(({ ref }) => isNamed({ id: ref('c.id'), slug: ref('c.slug') }, key))
    .executeTakeFirst()
  if (!community) throw await notHere(db, 'communities', key)
  return community
}

/** A page of communities by name, those that `signup` is a member of marked. */
export async function readCommunities(
  db: Db,
  { kind, page }: { kind: CommunityKind | ''; page: number },
  signup: number | null,
) {
  const query = publishedCommunities(db).$if(kind !== '', (communities) =>
    communities.where('c.kind', '=', kind as CommunityKind),
  )
  const { rows, ...pages } = await readPage(
    page,
    {
      matching: countRows(query),
      read: ({ limit, offset }) => query.orderBy('c.name').orderBy('c.id').limit(limit).offset(offset).execute(),
    },
    cardsPerPage,
  )
  return { cards: await communityCards(db, rows, signup), ...pages }
}

/** Those with the most members, for pages that lead to them. */
export async function someCommunities(db: Db, limit: number, signup: number | null = null): Promise<Card[]> {
  const rows = await publishedCommunities(db).orderBy('members', 'desc').orderBy('c.id').limit(limit).execute()
  return communityCards(db, rows, signup)
}

/** All communities by name, to choose one. */
export async function communityOptions(db: Db): Promise<Option[]> {
  return db
    .selectFrom('communities')
    .select(['slug as value', 'name as label'])
    .where(({ ref }) => isPublished(ref('published_at')))
    .orderBy('name')
    .execute()
}

export async function headOf(db: Db, community: CommunityRow, signup: number | null): Promise<CommunityHead> {
  return {
    href: `/communities/${community.slug}`,
    name: community.name,
    kind: communityKindNames[community.kind],
    summary: community.summary,
    picture: pictureOf(community),
    members: community.members,
    is_member: (await membershipsOf(db, signup)).has(community.id),
  }
}

/** Makes a champion a member; one who is a member already stays one. */
export async function join(db: Db, community: number, signup: number): Promise<void> {
  await db
    .insertInto('community_members')
    .values({ community_id: community, signup_id: signup })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Ends a champion's membership, also one that a signup had which was merged into theirs. */
export async function leave(db: Db, community: number, signup: number): Promise<void> {
  await db
    .deleteFrom('community_members')
    .where('community_id', '=', community)
    .where('signup_id', 'in', await idsStandingFor(db, signup))
    .execute()
}

async function communityCards(db: Db, rows: CommunityRow[], signup: number | null): Promise<Card[]> {
  const mine = await membershipsOf(db, signup)
  return rows.map((community) => ({
    href: `/communities/${community.slug}`,
    title: community.name,
    over: communityKindNames[community.kind],
    text: community.summary,
    picture: pictureOf(community),
    date: null,
    tag: mine.has(community.id) ? { tone: 'good', label: 'You are a member' } : null,
    note: community.members === 1 ? '1 member' : `${community.members} members`,
  }))
}

async function membershipsOf(db: Db, signup: number | null): Promise<Set<number>> {
  if (signup === null) return new Set()
  const rows = await db
    .selectFrom('community_members')
    .select('community_id')
    .where('signup_id', 'in', await idsStandingFor(db, signup))
    .execute()
  return new Set(rows.map(({ community_id }) => community_id))
}
