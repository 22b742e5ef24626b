import { sql } from 'kysely'
import { signupAnswerNames } from '@alumni/shared/champions/answers'
import type { ListedSignup } from '@alumni/shared/champions/staff-list'
import { emailBlockerOf } from '@alumni/shared/champions/contact-preferences'
import { readClassYearsByBuid, displayName, nameParts } from '../../alumni/index.ts'
import { survivorOf } from '../record/find-signup.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'

const affinities = sql<ListedSignup['affinities']>`(
  select coalesce(json_agg(json_build_object('code', code, 'name', coalesce(affinity.name, code)) order by index), '[]')
  from unnest(c.affinity_codes) with ordinality selected (code, index)
    left join affinities affinity on affinity.affinity_code = code)`

/** Reads signups as the list shows them, in the order of `ids`. Skips unknown ids. */
export async function readSignups(db: Db, ids: readonly number[]): Promise<ListedSignup[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('champion_signups as c')
    .leftJoin('colleges as college', 'college.code', 'c.college_code')
    .leftJoin('champion_signups as survivor', (join) =>
      join.on('survivor.id', '=', ({ case: when, ref }) =>
        when()
          .when('c.merged_into_id', 'is not', null)
          .then(survivorOf(ref('c.id')))
          .end(),
      ),
    )
    .where('c.id', 'in', ids)
    .select(['c.id', 'c.status', 'c.buid', 'c.source', 'college.name as college_name'])
    .select(signupAnswerNames.map((name) => `c.${name}` as const))
    .select(['survivor.id as survivor_id', 'survivor.first_name as survivor_first_name'])
    .select('survivor.last_name as survivor_last_name')
    .select([utc('c.created_at').as('signed_up_at'), utc('c.completed_at').as('completed_at')])
    .select([utc('c.deleted_at').as('deleted_at'), affinities.as('affinities')])
    .select(sql<boolean>`c.google_uid is not null`.as('google_linked'))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const buids = rows.flatMap(({ buid }) => buid ?? [])
  const [alumni, years] = [await readAlumni(db, buids), await readClassYearsByBuid(db, buids)]
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const { college_name, survivor_id, survivor_first_name, survivor_last_name, ...signup } = row
    const alumnus = row.buid ? alumni.get(row.buid) : undefined
    return {
      ...signup,
      name: displayName({ first_name: row.first_name, last_name: row.last_name }),
      alumnus: row.buid && displayName({ ...alumnus, prefix: null, middle_name: null, former_last_name: null }),
      alumnus_class_years: years.get(row.buid ?? '') ?? [],
      do_not_write_reason: alumnus ? emailBlockerOf(alumnus) : null,
      college: row.college_code ? { code: row.college_code, name: college_name ?? row.college_code } : null,
      merged_into: survivor_id
        ? { id: survivor_id, name: displayName({ first_name: survivor_first_name, last_name: survivor_last_name }) }
        : null,
    }
  })
}

async function readAlumni(db: Db, buids: readonly string[]) {
  const rows = await db
    .selectFrom('alumni as a')
    .select(['a.buid', 'a.deceased', 'a.do_not_contact', 'a.do_not_email', ...nameParts])
    .where('a.buid', 'in', ['', ...buids])
    .execute()
  return new Map(rows.map((row) => [row.buid, row]))
}
