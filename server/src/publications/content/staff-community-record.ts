import { sql } from 'kysely'
import type { PictureKind } from '@alumni/shared/publications/cards'
import {
  canMoveContent,
  contentMoves,
  type CommunityRecord,
  type ContentMove,
} from '@alumni/shared/publications/staff-content'
import type { ContentState } from '@alumni/shared/publications/staff-content'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { htmlOf } from './markdown.ts'

/** In a query of `communities as c`. */
export const communityState = sql<ContentState>`case when c.published_at is null then 'draft' when c.published_at > now() then 'scheduled' else 'published' end`

/** In a query of `communities as c`: the rows of memberships, those of merged signups too. */
export const memberships = sql<number>`(select count(*) from community_members m where m.community_id = c.id)::int`

/** A community as administrators edit it. Throws a 404. */
export async function findCommunityRecord(db: Db, config: Config, id: number): Promise<CommunityRecord> {
  const found = await db
    .selectFrom('communities as c')
    .leftJoin('staff_users as u', 'u.id', 'c.updated_by_id')
    .select(['c.id', 'c.slug', 'c.name as title', 'c.kind', 'c.summary', 'c.body', 'c.photo', 'c.photo_alt'])
    .select(['c.version', 'u.name as updated_by', communityState.as('state'), memberships.as('members')])
    .select([sql<PictureKind>`c.picture`.as('picture'), utc('c.published_at').as('published_at')])
    .select(utc('c.updated_at').as('updated_at'))
    .select(({ exists, selectFrom }) => [
      exists(selectFrom('events as e').select('e.id').whereRef('e.community_id', '=', 'c.id')).as('has_events'),
      exists(selectFrom('news_items as n').select('n.id').whereRef('n.community_id', '=', 'c.id')).as('has_news'),
    ])
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new HttpError(404, 'There is no such community. It may have been deleted.')
  const { has_events, has_news, ...record } = found
  return {
    ...record,
    html: htmlOf(record.body),
    site_url: `${config.CHAMPIONS_URL}/communities/${record.slug}`,
    clock_zone: config.INSTITUTION_TIME_ZONE,
    moves: movesOf(record.state),
    keeps: whatKeeps(record.members, Boolean(has_events), Boolean(has_news)),
  }
}

export function movesOf(state: ContentState): ContentMove[] {
  return (Object.keys(contentMoves) as ContentMove[]).filter((move) => canMoveContent(state, move))
}

function whatKeeps(members: number, hasEvents: boolean, hasNews: boolean): string | null {
  const reasons = [
    ...(members === 0 ? [] : [members === 1 ? 'it has a member' : `it has ${members} members`]),
    ...(hasEvents ? ['events belong to it'] : []),
    ...(hasNews ? ['news belong to it'] : []),
  ]
  if (reasons.length === 0) return null
  return `It cannot be deleted: ${reasons.join(', and ')}. Take it off the site instead.`
}
