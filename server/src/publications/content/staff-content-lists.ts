import { sql } from 'kysely'
import { communityKindNames } from '@alumni/shared/publications/content'
import type { ContentPage, ContentQuery, ContentState } from '@alumni/shared/publications/staff-content'
import { hasWords } from '../../foundations/database/has-words.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { communityState, memberships } from './staff-community-record.ts'
import { newsState } from './staff-news-record.ts'

/** A page of all communities for administrators, by name, those that nobody can read yet first. */
export async function listCommunities(db: Db, { q, state, page }: ContentQuery): Promise<ContentPage> {
  const found = db
    .selectFrom('communities as c')
    .where(hasWords(q, ['c.name', 'c.summary', 'c.slug']))
    .$if(state !== undefined, (all) => all.where(communityState, '=', state!))
  const { rows, ...shown } = await readPage(page, {
    matching: countRows(found.select('c.id')),
    read: ({ limit, offset }) =>
      found
        .leftJoin('staff_users as u', 'u.id', 'c.updated_by_id')
        .select(['c.id', 'c.name as title', 'c.kind', 'u.name as updated_by', communityState.as('state')])
        .select([utc('c.published_at').as('at'), utc('c.updated_at').as('updated_at'), memberships.as('members')])
        .orderBy(sql`${communityState} = 'published'`)
        .orderBy(sql`lower(c.name)`)
        .orderBy('c.id')
        .limit(limit)
        .offset(offset)
        .execute(),
  })
  return {
    rows: rows.map(({ kind, ...row }) => ({ ...row, about: communityKindNames[kind] })),
    ...shown,
    counts: countsOf(
      await db
        .selectFrom('communities as c')
        .select([communityState.as('state'), ({ fn }) => fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute(),
    ),
  }
}

/** A page of all news for administrators: drafts, then what is scheduled, then the newest first. */
export async function listNews(db: Db, { q, state, page }: ContentQuery): Promise<ContentPage> {
  const found = db
    .selectFrom('news_items as n')
    .leftJoin('communities as c', 'c.id', 'n.community_id')
    .where(hasWords(q, ['n.title', 'n.summary', 'n.author', 'n.slug', 'c.name']))
    .$if(state !== undefined, (all) => all.where(newsState, '=', state!))
  const { rows, ...shown } = await readPage(page, {
    matching: countRows(found.select('n.id')),
    read: ({ limit, offset }) =>
      found
        .leftJoin('staff_users as u', 'u.id', 'n.updated_by_id')
        .select(['n.id', 'n.title', 'c.name as about', 'u.name as updated_by', newsState.as('state')])
        .select([utc('n.published_at').as('at'), utc('n.updated_at').as('updated_at')])
        .orderBy(sql`n.published_at desc nulls first`)
        .orderBy('n.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
  })
  return {
    rows: rows.map((row) => ({ ...row, members: null })),
    ...shown,
    counts: countsOf(
      await db
        .selectFrom('news_items as n')
        .select([newsState.as('state'), ({ fn }) => fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute(),
    ),
  }
}

function countsOf(rows: { state: ContentState; count: number }[]): Record<ContentState, number> {
  const counts = { draft: 0, scheduled: 0, published: 0, ended: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}
