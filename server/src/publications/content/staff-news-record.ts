import { sql } from 'kysely'
import type { PictureKind } from '@alumni/shared/publications/cards'
import type { ContentState, NewsRecord } from '@alumni/shared/publications/staff-content'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { clockOf } from './local-time.ts'
import { htmlOf } from './markdown.ts'
import { movesOf } from './staff-community-record.ts'

/** In a query of `news_items as n`. */
export const newsState = sql<ContentState>`case when n.published_at is null then 'draft' when n.unpublish_at <= now() then 'ended' when n.published_at > now() then 'scheduled' else 'published' end`

/** News as administrators edit them. Throws a 404. */
export async function findNewsRecord(db: Db, config: Config, id: number): Promise<NewsRecord> {
  const found = await db
    .selectFrom('news_items as n')
    .leftJoin('communities as c', 'c.id', 'n.community_id')
    .leftJoin('staff_users as u', 'u.id', 'n.updated_by_id')
    .select(['n.id', 'n.slug', 'n.title', 'n.summary', 'n.body', 'n.author', 'n.community_id', 'c.name as community'])
    .select(['n.photo', 'n.photo_alt', 'n.version', 'u.name as updated_by', newsState.as('state')])
    .select([
      sql<PictureKind>`n.picture`.as('picture'),
      clockOf('n.unpublish_at', config.INSTITUTION_TIME_ZONE).as('ends'),
    ])
    .select([utc('n.published_at').as('published_at'), utc('n.updated_at').as('updated_at')])
    .where('n.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new HttpError(404, 'There are no such news. They may have been deleted.')
  return {
    ...found,
    html: htmlOf(found.body),
    site_url: `${config.CHAMPIONS_URL}/news/${found.slug}`,
    clock_zone: config.INSTITUTION_TIME_ZONE,
    moves: movesOf(found.state),
    keeps: found.state === 'draft' ? null : 'Only a draft can be deleted. Take these news off the site first.',
  }
}
