import { sql } from 'kysely'
import type { Card } from '@alumni/shared/publications/cards'
import { communityKindNames, type CommunityHead, type CommunityKind } from '@alumni/shared/publications/content'
import type { Option } from '@alumni/shared/portal'
import { signupIdsOf, survivorId } from '../../champions/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { findPublished, toPicture, readCards } from '../engine/site.ts'
import { isPublished } from '../engine/slugs.ts'
import { communityKind } from './kind.ts'

/** Builds a query for published communities. Counts a person's merged signups as one member. */
export function selectPublishedCommunities(db: Db) {
  return db
    .selectFrom('communities as t')
    .select(['t.id', 't.slug', 't.name', 't.kind', 't.summary', 't.body', 't.picture', 't.photo', 't.photo_alt'])
    .select(
      sql<number>`(select count(distinct ${survivorId})::int from community_members m
        join champion_signups s on s.id = m.signup_id where m.community_id = t.id)`.as('members'),
    )
    .where(isPublished)
}

type CommunityRow = Awaited<ReturnType<ReturnType<typeof selectPublishedCommunities>['executeTakeFirstOrThrow']>>

export function findCommunity(db: Db, key: string): Promise<CommunityRow> {
  return findPublished(db, communityKind, selectPublishedCommunities(db), key)
}

/** Reads a page of community cards by name, of one kind or all (''), with the memberships of `signup`. */
export async function readCommunities(
  db: Db,
  { kind, page }: { kind: CommunityKind | ''; page: number },
  signup: number | null,
) {
  const query = selectPublishedCommunities(db).$if(kind !== '', (communities) =>
    communities.where('t.kind', '=', kind as CommunityKind),
  )
  return readCards(page, query.orderBy('t.name').orderBy('t.id'), (rows) => communityCards(db, rows, signup))
}

export async function listLargestCommunities(db: Db, limit: number, signup: number | null = null): Promise<Card[]> {
  const rows = await selectPublishedCommunities(db).orderBy('members', 'desc').orderBy('t.id').limit(limit).execute()
  return communityCards(db, rows, signup)
}

export async function listCommunityOptions(db: Db): Promise<Option[]> {
  const published = selectPublishedCommunities(db).clearSelect()
  return published.select(['t.slug as value', 't.name as label']).orderBy('t.name').execute()
}

export async function readCommunityHead(
  db: Db,
  community: CommunityRow,
  signup: number | null,
): Promise<CommunityHead> {
  return {
    href: `/communities/${community.slug}`,
    name: community.name,
    kind: communityKindNames[community.kind],
    summary: community.summary,
    picture: toPicture(community),
    members: community.members,
    is_member: (await findMemberships(db, signup)).has(community.id),
  }
}

/** Does nothing if the champion or one of their merged signups is already a member. */
export async function joinCommunity(db: Db, community: number, signup: number): Promise<void> {
  if ((await findMemberships(db, signup)).has(community)) return
  await db
    .insertInto('community_members')
    .values({ community_id: community, signup_id: signup })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Includes memberships of merged signups. */
export async function leaveCommunity(db: Db, community: number, signup: number): Promise<void> {
  await db.remove('community_members', { community_id: community, signup_id: await signupIdsOf(db, signup) })
}

export async function leaveCommunities(db: Db, signup: number): Promise<void> {
  await db.remove('community_members', { signup_id: await signupIdsOf(db, signup) })
}

async function communityCards(db: Db, rows: CommunityRow[], signup: number | null): Promise<Card[]> {
  const memberships = await findMemberships(db, signup)
  return rows.map((community) => ({
    href: `/communities/${community.slug}`,
    title: community.name,
    over: communityKindNames[community.kind],
    text: community.summary,
    picture: toPicture(community),
    date: null,
    tag: memberships.has(community.id) ? { tone: 'good', label: 'You are a member' } : null,
    note: community.members === 1 ? '1 member' : `${community.members} members`,
  }))
}

async function findMemberships(db: Db, signup: number | null): Promise<Set<number>> {
  if (signup === null) return new Set()
  const ids = await signupIdsOf(db, signup)
  const rows = await db.findAll('community_members', ['community_id'], { signup_id: ids })
  return new Set(rows.map(({ community_id }) => community_id))
}
