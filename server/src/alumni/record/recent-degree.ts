// Separate from `nameColumns` so that the thread of the search index does not load Kysely.

/** True for the educations `e` of the alumnus `a`: each kind has an index of its own, which only its name calls up. */
export const theirEducations =
  "(e.buid = a.buid and e.kind = 'degree') or (e.buid = a.buid and e.kind = 'area_of_study')"

/** The most recent of educations `e` first, undated last; of the same day a degree before an area of study. */
export const mostRecentFirst = "e.degree_date desc nulls last, e.kind = 'degree' desc, e.id"

/** Selects the most recent education of the alumnus `a`, if there is one. */
export const recentDegree = `select e.* from educations e where ${theirEducations} order by ${mostRecentFirst} limit 1`
