import { sql, type SelectQueryBuilder } from 'kysely'
import type { SignupFilters, SignupSort } from '@alumni/shared/champions/list-filters'
import { isNear, type LocatedFilters } from './list-near.ts'
import { survivorOfLetter } from '../record/signup-of-letter.ts'
import type { Config } from '../../foundations/process/config.ts'
import { isInDays } from '../../foundations/days.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'

type SignupQuery<Output = {}> = SelectQueryBuilder<Tables & { c: Tables['champion_signups'] }, 'c', Output>

/** Returns a query for the signups `c` that match the filters, without columns or order. */
export function matchingSignups(db: Db, config: Config, filters: LocatedFilters): SignupQuery {
  const { status, completed, linked, help, affinity, college, city, state, country } = filters
  return db
    .selectFrom('champion_signups as c')
    .$call((found) => filterByState(found as SignupQuery, filters.show))
    .$if(filters.q !== undefined, (found) =>
      found.where(
        sql<boolean>`signup_words(c.email, c.first_name, c.last_name, c.former_last_name, c.buid)
          @@ signup_query(${filters.q})`,
      ),
    )
    .$if(status !== undefined, (found) => found.where('c.status', '=', status!))
    .$if(completed !== undefined, (found) => found.where('c.status', completed === 'yes' ? '<>' : '=', 'started'))
    .$if(linked !== undefined, (found) => found.where('c.buid', linked === 'yes' ? 'is not' : 'is', null))
    .$if(filters.unreached !== undefined, (found) =>
      found.where('c.id', filters.unreached === 'yes' ? 'in' : 'not in', unreachedSignups(db)),
    )
    .$if(help !== undefined, (found) => found.where(sql<boolean>`c.help_roles && ${help}::text[]`))
    .$if(affinity !== undefined, (found) => found.where(sql<boolean>`c.affinity_codes && ${affinity}::text[]`))
    .$if(college !== undefined, (found) => found.where('c.college_code', 'in', college!))
    .$if(filters.year_from !== undefined, (found) => found.where('c.degree_year', '>=', filters.year_from!))
    .$if(filters.year_to !== undefined, (found) => found.where('c.degree_year', '<=', filters.year_to!))
    .$if(filters.near !== undefined, (found) => found.where(isNear(filters)))
    .$if(city !== undefined, (found) => found.where(sql<boolean>`folded_name(c.city) like folded_name(${city}) || '%'`))
    .$if(state !== undefined, (found) => found.where('c.state', 'in', state!))
    .$if(country !== undefined, (found) => found.where(inCountries(country!)))
    .$if(filters.signed_up_from !== undefined || filters.signed_up_to !== undefined, (found) =>
      found.where(isInDays('c.created_at', config.INSTITUTION_TIME_ZONE, filters.signed_up_from, filters.signed_up_to)),
    )
}

/** Written so that PostgreSQL can use the index on failed letters. */
function unreachedSignups(db: Db) {
  return db
    .selectFrom('letters as l')
    .select(sql<number>`${survivorOfLetter}`.as('id'))
    .where('l.failure', 'is not', null)
    .where('l.sent_at', 'is', null)
    .where('l.given_up_at', 'is not', null)
    .where(sql<boolean>`${survivorOfLetter} is not null`)
}

function filterByState(found: SignupQuery, show: SignupFilters['show']): SignupQuery {
  if (show === undefined) return found.where('c.deleted_at', 'is', null)
  return found
    .where('c.deleted_at', 'is not', null)
    .where('c.merged_into_id', show === 'merged' ? 'is not' : 'is', null)
}

/** Compares the column instead of `countryOf`, because PostgreSQL has better statistics for columns. */
function inCountries(codes: string[]) {
  return codes.includes('US')
    ? sql<boolean>`(c.country is null or c.country = '' or c.country = any(${codes}::text[]))`
    : sql<boolean>`c.country = any(${codes}::text[])`
}

const countryOf = sql<string>`coalesce(nullif(c.country, ''), 'US')`

const orders = {
  signed_up: [sql`c.created_at`],
  name: [sql`name_key(c.last_name, c.first_name)`],
  status: [sql`array_position('{started,completed,linked}', c.status)`],
  place: [countryOf, sql`c.state`, sql`folded_name(c.city)`, sql`c.zip_code`],
}

export function sortSignups(signups: SignupQuery, sort: SignupSort = '-signed_up') {
  const isDescending = sort.startsWith('-')
  const keys = orders[sort.replace('-', '') as keyof typeof orders]
  return [...keys, sql`c.id`].reduce<SignupQuery<{ id: number }>>(
    (query, key) => query.orderBy(key, isDescending ? 'desc' : 'asc'),
    signups.select('c.id'),
  )
}
