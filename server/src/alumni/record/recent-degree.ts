// Separate from `nameColumns`, so that the thread of the people index does not load Kysely.

/** Builds the JSON of a `RecentDegree`. */
export const recentDegreeJson =
  "json_build_object('major_desc', major_desc, 'college_name', college_name, 'degree_code', degree_code, 'degree_date', degree_date)"

/** A condition for the educations `e` of alumnus `a`; each kind has its own index. */
export const isTheirEducation =
  "(e.buid = a.buid and e.kind = 'degree') or (e.buid = a.buid and e.kind = 'area_of_study')"

/** Orders educations `e`, most recent first and undated last; on the same day degrees come first. */
export const recentDegreeFirst = "e.degree_date desc nulls last, e.kind = 'degree' desc, e.id"

/** Selects the most recent education of alumnus `a`. */
export const recentDegree = `select e.* from educations e where ${isTheirEducation} order by ${recentDegreeFirst} limit 1`
