import { alumnus } from '@alumni/shared/alumni/record'
import { sql } from 'kysely'

// Not in the file of `displayName`: the search index's thread does without Kysely.

/** The columns that `displayName` is made from, of the alumni in a query as `a`. */
export const nameParts = [
  'a.prefix',
  'a.first_name',
  'a.preferred_name',
  'a.middle_name',
  'a.former_last_name',
  'a.last_name',
  'a.suffix',
] as const
/** The same for SQL. */
export const nameColumns = sql.join(nameParts.map((column) => sql.ref(column)))
/** These columns as members of a row's type. */
export const { shape: nameShape } = alumnus.pick({
  prefix: true,
  first_name: true,
  preferred_name: true,
  middle_name: true,
  former_last_name: true,
  last_name: true,
  suffix: true,
})

/** True for the educations `e` of the alumnus `a`: each kind has an index of its own, which only its name calls up. */
export const theirEducations =
  "(e.buid = a.buid and e.kind = 'degree') or (e.buid = a.buid and e.kind = 'area_of_study')"

/** The most recent of educations `e` first, undated last; of the same day a degree before an area of study. */
export const mostRecentFirst = "e.degree_date desc nulls last, e.kind = 'degree' desc, e.id"

/** Selects the most recent education of the alumnus `a`, if there is one. */
export const recentDegree = `select e.* from educations e where ${theirEducations} order by ${mostRecentFirst} limit 1`
