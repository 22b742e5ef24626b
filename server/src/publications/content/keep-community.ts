import { communityFields, type CommunityFields, type CommunityRecord } from '@alumni/shared/publications/staff-content'
import { HttpError } from '../../foundations/http/errors.ts'
import type { Keeping } from './keep-content.ts'
import { findCommunityRecord } from './staff-community-record.ts'

/** How communities are written. */
export const keptCommunity: Keeping<CommunityFields, CommunityRecord> = {
  table: 'communities',
  noun: 'community',
  names: Object.keys(communityFields.shape) as (keyof CommunityFields)[],
  lock: (db, id) =>
    db
      .selectFrom('communities')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new HttpError(404, 'There is no such community. It may have been deleted.')),
  find: findCommunityRecord,
  columnsOf: (_em, _config, { title, ...columns }) => ({ ...columns, name: title }),
  refuseDelete: ({ keeps }) => keeps,
}
