import { sql } from 'kysely'
import { hasRole } from '@alumni/shared/staff/accounts'
import type { RecordedList, RecordedListsPage, RecordedListsQuery } from '@alumni/shared/alumni/recorded-lists'
import { matchesSearch } from '../../foundations/database/matches-search.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { StaffUser } from '../../staff/index.ts'

/** Lists recorded lists, newest first. Excludes gift imports, because they also replace earlier gifts. */
export async function listRecordedLists(
  db: Db,
  { page, by, q, id }: RecordedListsQuery,
  user: StaffUser,
): Promise<RecordedListsPage> {
  const found = selectLists(db)
    .$if(by === 'me', (all) => all.where('b.staff_user_id', '=', user.id))
    .$if(id !== undefined, (all) => all.where('b.id', '=', id!))
    .where(matchesSearch(q, ['c.words', 'b.source', 's.name', 'k.name']))
  const { rows, ...members } = await readPage(page, {
    matching:
      q || id
        ? countRows(found)
        : countRows(selectRecorded(db).$if(by === 'me', (all) => all.where('b.staff_user_id', '=', user.id))),
    read: ({ limit, offset }) => readLists(found.orderBy('b.id', 'desc').limit(limit).offset(offset), user),
  })
  return { lists: rows, ...members, total: await countRows(selectRecorded(db)) }
}

/** Throws HttpError 404 if there is no such list. */
export async function getList(db: Db, id: number, user: StaffUser): Promise<RecordedList> {
  const [list] = await readLists(selectLists(db).where('b.id', '=', id), user)
  if (!list) throw new HttpError(404, 'There is no such list.')
  return list
}

function selectRecorded(db: Db) {
  return db.selectFrom('engagement_batches as b').where(sql<boolean>`b.metadata ? 'what'`)
}

function selectLists(db: Db) {
  return selectRecorded(db)
    .leftJoin('staff_users as s', 's.id', 'b.staff_user_id')
    .leftJoin('api_keys as k', 'k.id', 'b.api_key_id')
    .leftJoin('staff_users as u', 'u.id', 'b.undone_by_id')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom(sql<{ w: unknown }>`jsonb_array_elements(b.metadata -> 'what')`.as<'w'>(sql`w (w)`))
          .leftJoin('activity_codes as a', (join) => join.on(sql<boolean>`a.code = w.w ->> 'activity_code'`))
          .select([
            sql<Record<string, string> | null>`jsonb_object_agg(a.code, a.name) filter (where a.code is not null)`.as(
              'names',
            ),
            sql<
              string | null
            >`string_agg(concat_ws(' ', coalesce(a.name, w.w ->> 'activity_code'), w.w ->> 'description'), ' ')`.as(
              'words',
            ),
          ])
          .as('c'),
      (join) => join.onTrue(),
    )
}

async function readLists(found: ReturnType<typeof selectLists>, user: StaffUser): Promise<RecordedList[]> {
  const rows = await found
    .select(['b.id', 'b.source', 'b.inserted', 'b.failed', 'b.metadata', 'b.staff_user_id', 'b.first_engagement_id'])
    .select(['b.deleted_count as deleted', 's.name as staff', 'k.name as system', 'u.name as undone_by', 'c.names'])
    .select([utc('b.created_at').as('recorded_at'), utc('b.undone_at').as('undone_at')])
    .select(sql<number>`b.received - b.inserted - b.failed`.as('already_recorded'))
    .execute()
  return rows.map(({ metadata, staff_user_id, first_engagement_id, staff, system, names, ...row }) => {
    const isFinal = row.undone_at !== null || first_engagement_id === null
    return {
      ...row,
      by: staff ?? system ?? '',
      is_system: staff_user_id === null,
      what: (metadata.what ?? []).map(({ activity_code, description, engagement_date }) => ({
        activity: names?.[activity_code] ?? activity_code,
        description,
        day: engagement_date,
      })),
      kinds: metadata.kinds ?? 0,
      links: { undo: isFinal || !mayUndo(staff_user_id, user) ? null : `/tools/recorded_lists/${row.id}/undo` },
    }
  })
}

export function mayUndo(recordedById: number | null, user: StaffUser): boolean {
  return recordedById === user.id || hasRole(user.role, 'admin')
}
