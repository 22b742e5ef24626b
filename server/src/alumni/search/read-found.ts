import { foundAlumnus, searchQuery } from '@alumni/shared/alumni/search'
import type { FoundAlumnus, ReadingFilters, SearchFilters, SearchPage, SearchQuery } from '@alumni/shared/alumni/search'
import { pagesOf, rowsPerPage } from '@alumni/shared/page'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { displayName, formatSurnameFirst } from '../record/display-name.ts'
import { classYears, nameColumns, nameShape } from '../record/name-columns.ts'
import { isTheirEducation, recentDegreeFirst, recentDegreeJson } from '../record/recent-degree.ts'
import type { PeopleIndex } from '../people-index/index.ts'
import { removeText } from '../people-index/index.ts'
import { addFoundBy } from './why-found.ts'

const foundRow = foundAlumnus.omit({ name: true, surname_first: true, found_by: true }).extend(nameShape)

type DegreeFilters = Pick<
  SearchFilters,
  'college' | 'major' | 'degree' | 'year_from' | 'year_to' | 'degree_by' | 'reunion'
>

/** Reads people in the order of `ids`, with their latest matching degree, or else the latest. Skips unknown ids. */
export async function readFoundAlumni(
  db: Db,
  ids: Iterable<number>,
  filters: DegreeFilters = {},
): Promise<FoundAlumnus[]> {
  const idList = [...ids]
  if (idList.length === 0) return []
  const rows = await selectRaw(db, foundRow)`
    select a.id, a.buid, a.contact_id, ${nameColumns}, a.primary_email, a.mobile_phone, a.city, a.state, a.country,
      a.deceased, a.do_not_contact, a.do_not_email, degrees.recent_degree, coalesce(degrees.class_years, '{}') as class_years,
      job.employer, job.job_title, engaged.last_engaged, engaged.engagements,
      exists (select from champion_signups s where s.buid = a.buid and s.deleted_at is null) as is_champion
    from unnest(${sql.val(idList)}::bigint[]) with ordinality found (id, position)
    join alumni a on a.id = found.id
    left join lateral (
      select (array_agg(${sql.raw(recentDegreeJson)} order by ${matchesFilters(filters)} desc, ${sql.raw(recentDegreeFirst)}))[1]
          as recent_degree,
        ${classYears} as class_years
      from educations e where ${sql.raw(isTheirEducation)}
    ) degrees on true
    left join lateral (
      select employer, job_title
      from employments
      where buid = a.buid and current
      order by start_date desc nulls last, id
      limit 1
    ) job on true
    cross join lateral (
      select max(engagement_date)::text as last_engaged, count(*)::int as engagements from engagements where buid = a.buid
    ) engaged
    order by found.position
  `
  return rows.map((row) => ({ ...row, name: displayName(row), surname_first: formatSurnameFirst(row) }))
}

function matchesFilters(filters: DegreeFilters): RawBuilder<boolean> {
  const { college, major, degree, year_from, year_to, degree_by, reunion } = filters
  const isOneOf = (column: string, codes: readonly string[] | undefined) =>
    codes ? [sql<boolean>`${sql.ref(column)} = any (${sql.val(codes)}::text[])`] : []
  const conditions = [
    ...isOneOf('e.college_code', college),
    ...isOneOf('e.major_code', major),
    ...isOneOf('e.degree_code', degree),
    ...(year_from === undefined ? [] : [sql<boolean>`e.degree_date >= make_date(${year_from}, 1, 1)`]),
    ...(year_to === undefined ? [] : [sql<boolean>`e.degree_date <= make_date(${year_to}, 12, 31)`]),
    ...(degree_by === undefined ? [] : [sql<boolean>`e.degree_date <= ${degree_by}::date`]),
    ...(reunion === undefined ? [] : [sql<boolean>`${classYear} < ${reunion} and (${reunion} - ${classYear}) % 5 = 0`]),
  ]
  return conditions.length > 0 ? sql`coalesce(${sql.join(conditions, sql` and `)}, false)` : sql`true`
}

const classYear = sql<number>`extract(year from e.degree_date)::int`

/** Returns a page of matches, or the last page if the requested page does not exist. */
export async function searchAlumni(
  db: Db,
  index: PeopleIndex,
  { page, ...criteria }: SearchQuery,
): Promise<SearchPage> {
  const searchPage = (number: number) => index.search(criteria, (number - 1) * rowsPerPage, number * rowsPerPage)
  const found = await searchPage(page)
  const pages = pagesOf(found.matching)
  const shownPage = Math.min(page, pages)
  const { matching, ids, corrections, readings, others, notes } =
    shownPage < page && found.matching > 0 ? await searchPage(shownPage) : found
  const names = readings.reduce((q, { typed }) => removeText(q, typed), criteria.q ?? '')
  const alumni = await addFoundBy(db, await readFoundAlumni(db, ids, criteria), names, corrections)
  return {
    alumni,
    page: shownPage,
    pages,
    matching,
    corrections,
    readings: readings.map(({ typed, filters }) => ({
      typed,
      q: removeText(criteria.q ?? '', typed),
      ...toMeaning(filters),
    })),
    others: others.map(({ filters, ...other }) => ({ ...other, ...toMeaning(filters) })),
    notes,
  }
}

function toMeaning({
  champion,
  ...others
}: ReadingFilters): Pick<SearchPage['others'][number], 'filters' | 'champion'> {
  const filters = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]))
  return champion === 'yes' ? { filters, champion } : { filters }
}

/** Returns the number of matches of a query string and at most `max` ids; null if the query is invalid. */
export async function findIds(
  index: PeopleIndex,
  query: string,
  max: number,
): Promise<{ count: number; ids: number[] } | null> {
  const parsed = searchQuery.safeParse(Object.fromEntries(new URLSearchParams(query)))
  if (!parsed.success) return null
  try {
    const { matching, ids } = await index.search(parsed.data, 0, max)
    return { count: matching, ids: [...ids] }
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}
