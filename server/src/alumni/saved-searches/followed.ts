import { sql } from 'kysely'
import { z } from 'zod'
import { followedSearch, type FollowedSearch, type Moved } from '@alumni/shared/alumni/saved-searches'
import { searchQuery, type SearchFilters } from '@alumni/shared/alumni/search'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { utc } from '../../foundations/database/utc.ts'
import type { StaffUser } from '../../staff/index.ts'
import { displayName } from '../record/display-name.ts'
import { nameColumns, nameShape } from '../record/name-columns.ts'
import { isSeenBy } from './follows.ts'
import { hasChanged } from './moves.ts'
import { facts, whyOf } from './whys.ts'

/** The most names shown of people who came in, and of those who left. */
const maxNamed = 25
const number = z.number()

const comparedRow = followedSearch.omit({ came_in: true, left: true }).extend({
  came_in: number.nullable(),
  left: number.nullable(),
})

/** The searches that this person follows, by name, with who came in and left in the week that was compared last. */
export async function followedSearchesOf(db: Db, who: Pick<StaffUser, 'id'>): Promise<FollowedSearch[]> {
  const searches = await selectRaw(
    db,
    comparedRow,
    sql`select s.id, s.name, s.query, case when u.id <> f.staff_user_id then u.name end as by, m.week::text,
        ${utc('m.since')} as since, m.count, m.before, cardinality(m.came_in) as came_in, cardinality(m.went) as left
      from search_follows f join saved_searches s on s.id = f.saved_search_id join staff_users u on u.id = s.staff_user_id
      left join search_moves m on m.saved_search_id = s.id
      where f.staff_user_id = ${who.id} and ${isSeenBy(sql.ref('f.staff_user_id'))} order by lower(s.name), s.id`,
  )
  const people = await movedPeople(db, searches)
  return searches.map(({ came_in, left, ...search }) => {
    const asked = askedBy(search.query)
    const moved = (count: number | null, isIn: boolean): Moved | null => {
      if (count === null) return null
      const named = people.filter(({ search: id, is_in }) => id === search.id && is_in === isIn)
      return {
        count,
        people: named.map((person) => ({
          buid: person.buid,
          name: displayName(person),
          why: whyOf(asked, person.facts),
        })),
        off_file: Math.min(count, maxNamed) - named.length,
      }
    }
    return { ...search, came_in: moved(came_in, true), left: moved(left, false) }
  })
}

/** The searches that this person wants letters of and that changed in the week of a Monday. */
export async function changedSearchesOf(db: Db, user: number, week: string) {
  return selectRaw(
    db,
    comparedRow.pick({ name: true, count: true, before: true, came_in: true, left: true }),
    sql`select s.name, m.count, m.before, cardinality(m.came_in) as came_in, cardinality(m.went) as left
      from search_follows f join saved_searches s on s.id = f.saved_search_id
      join search_moves m on m.saved_search_id = s.id
      where f.staff_user_id = ${user} and f.by_letter and ${isSeenBy(sql.ref('f.staff_user_id'))}
        and m.week = ${week}::date and ${hasChanged} order by lower(s.name), s.id`,
  )
}

function askedBy(query: string): SearchFilters {
  return searchQuery.safeParse(Object.fromEntries(new URLSearchParams(query))).data ?? {}
}

const personRow = z.object({ search: number, is_in: z.boolean(), buid: z.string(), ...nameShape, facts })

/** Reads the moved people still on file, by last name, with the facts from between the two searches. */
async function movedPeople(db: Db, searches: readonly { id: number }[]): Promise<z.infer<typeof personRow>[]> {
  if (searches.length === 0) return []
  return selectRaw(
    db,
    personRow,
    sql`select m.saved_search_id as search, moved.is_in, a.buid, ${nameColumns}, jsonb_build_object(
        'is_new', moved.is_in and a.created_at > m.since, 'country', a.country,
        'changes', coalesce((select jsonb_agg(jsonb_build_object('record', r.record, 'action', r.action, 'fields', r.fields)
          order by r.id) from record_changes r where r.buid = a.buid and r.at > m.since and r.at <= m.taken_at), '[]'),
        'engagements', coalesce((select jsonb_agg(distinct jsonb_build_object('code', c.code, 'name', c.name))
          from engagements e join activity_codes c on c.code = e.activity_code
          where e.buid = a.buid and e.created_at > m.since and e.created_at <= m.taken_at), '[]'),
        'has_signed_up', exists (select from champion_signups c where c.buid = a.buid and c.deleted_at is null
          and c.created_at > m.since and c.created_at <= m.taken_at)) as facts
      from search_moves m
      cross join lateral (select id, true as is_in from unnest(m.came_in[1:${maxNamed}::int]) id
        union all select id, false from unnest(m.went[1:${maxNamed}::int]) id) moved
      join alumni a on a.id = moved.id
      where m.saved_search_id = any(${searches.map(({ id }) => id)}::bigint[])
      order by lower(a.last_name), lower(a.first_name), a.id`,
  )
}
