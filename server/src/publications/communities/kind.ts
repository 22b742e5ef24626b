import { sql } from 'kysely'
import { communityKindNames, type CommunityKind } from '@alumni/shared/publications/content'
import { communityContract, contentChoices, editCommunityPage } from '@alumni/shared/publications/staff-content'
import type { ContentState } from '@alumni/shared/publications/staff-content'
import { utc } from '../../foundations/database/utc.ts'
import { kind, publicationState } from '../engine/kind.ts'
import { renderMarkdown } from '../engine/markdown.ts'
import { contentForm, contentKind } from './choices.ts'

/** Counts a person's merged signups separately. */
const members = sql<number>`(select count(*) from community_members m where m.community_id = t.id)::int`

export const communityKind = kind({
  ...contentKind,
  contract: communityContract,
  table: 'communities',
  noun: 'community',
  folder: '/communities',
  home: '/settings/content/communities',
  titleColumn: 'name',
  state: publicationState<ContentState>(sql`'published'`),
  read: (db) =>
    db
      .selectFrom('communities as t')
      .select(['t.kind', members.as('members')])
      .select(({ exists, selectFrom }) => [
        exists(selectFrom('events as e').select('e.id').whereRef('e.community_id', '=', 't.id')).as('has_events'),
        exists(selectFrom('news_items as n').select('n.id').whereRef('n.community_id', '=', 't.id')).as('has_news'),
      ]),
  complete: ({ has_events, has_news, ...record }) => ({
    ...record,
    html: renderMarkdown(record.body),
    deletion_blocker: deletionBlocker(record.members, Boolean(has_events), Boolean(has_news)),
  }),
  columnsOf: (_db, _config, written) => written,
  list: {
    searchedColumns: ['t.name', 't.summary', 't.slug'],
    rows: (db) =>
      db
        .selectFrom('communities as t')
        .select(['t.kind as about', members.as('members'), utc('t.published_at').as('at')])
        .orderBy(sql`coalesce(t.published_at <= now(), false)`)
        .orderBy(sql`lower(t.name)`)
        .orderBy('t.id'),
    page: (rows: { about: CommunityKind }[]) => ({
      rows: rows.map((row) => ({ ...row, about: communityKindNames[row.about] })),
    }),
  },
  form: { ...contentForm, edit: editCommunityPage, new: contentChoices },
})

function deletionBlocker(members: number, hasEvents: boolean, hasNews: boolean): string | null {
  const reasons = [
    ...(members === 0 ? [] : [members === 1 ? 'it has a member' : `it has ${members} members`]),
    ...(hasEvents ? ['events belong to it'] : []),
    ...(hasNews ? ['news belong to it'] : []),
  ]
  if (reasons.length === 0) return null
  return `It cannot be deleted: ${reasons.join(', and ')}. Unpublish it instead.`
}
