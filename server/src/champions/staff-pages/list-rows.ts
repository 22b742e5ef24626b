import { sql } from 'kysely'
import type { ListedSignup } from '@alumni/shared/champions/staff-list'
import { whyNoEmail } from '@alumni/shared/champions/contact-preferences'
import { displayName, nameParts } from '../../alumni/index.ts'
import { survivorOf } from '../record/find-signup.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'

const affinities = sql<ListedSignup['affinities']>`(
  select coalesce(json_agg(json_build_object('code', code, 'name', coalesce(f.name, code)) order by nth), '[]')
  from unnest(c.affinity_codes) with ordinality chosen (code, nth) left join affinities f on f.affinity_code = code)`

/** The signups with these ids as lists show them, in the order of the ids. */
export async function readSignups(db: Db, ids: readonly number[]): Promise<ListedSignup[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('champion_signups as c')
    .leftJoin('alumni as a', 'a.buid', 'c.buid')
    .leftJoin('colleges as k', 'k.code', 'c.college_code')
    .leftJoin('champion_signups as s', (join) =>
      join.on('s.id', '=', ({ case: when, ref }) =>
        when()
          .when('c.merged_into_id', 'is not', null)
          .then(survivorOf(ref('c.id')))
          .end(),
      ),
    )
    .where('c.id', 'in', ids)
    .select(['c.id', 'c.email', 'c.phone', 'c.status', 'c.buid', 'c.zip_code', 'c.city', 'c.state', 'c.country'])
    .select(['c.postal_code', 'c.college_code', 'c.degree_year', 'c.help_roles', 'c.source', ...nameParts])
    .select(['a.deceased', 'a.do_not_contact', 'a.do_not_email'])
    .select(['c.first_name as own_first_name', 'c.last_name as own_last_name'])
    .select(['c.former_last_name as own_former_last_name', 'k.name as college_name'])
    .select(['s.id as survivor_id', 's.first_name as survivor_first_name', 's.last_name as survivor_last_name'])
    .select([utc('c.created_at').as('signed_up_at'), utc('c.completed_at').as('completed_at')])
    .select([utc('c.deleted_at').as('deleted_at'), affinities.as('affinities')])
    .select(sql<boolean>`c.google_uid is not null`.as('google_linked'))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const { own_first_name, own_last_name, own_former_last_name, college_code, college_name } = row
    return {
      id,
      name: displayName({ first_name: own_first_name, last_name: own_last_name }),
      former_last_name: own_former_last_name,
      email: row.email,
      phone: row.phone,
      status: row.status,
      buid: row.buid,
      alumnus: row.buid && displayName(row),
      silence: whyNoEmail({
        deceased: row.deceased ?? false,
        do_not_contact: row.do_not_contact ?? false,
        do_not_email: row.do_not_email ?? false,
      }),
      zip_code: row.zip_code,
      city: row.city,
      state: row.state,
      country: row.country,
      postal_code: row.postal_code,
      college: college_code ? { code: college_code, name: college_name ?? college_code } : null,
      degree_year: row.degree_year,
      help_roles: row.help_roles,
      affinities: row.affinities,
      source: row.source,
      google_linked: row.google_linked,
      signed_up_at: row.signed_up_at,
      completed_at: row.completed_at,
      deleted_at: row.deleted_at,
      merged_into: row.survivor_id
        ? {
            id: row.survivor_id,
            name: displayName({ first_name: row.survivor_first_name, last_name: row.survivor_last_name }),
          }
        : null,
    }
  })
}
