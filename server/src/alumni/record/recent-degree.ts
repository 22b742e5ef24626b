// Separate from `nameColumns`, so that the people index thread does not load Kysely.

export const recentDegreeJson =
  "json_build_object('major_desc', major_desc, 'college_name', college_name, 'degree_code', degree_code, 'degree_date', degree_date)"

/** Selects the educations `e` of alumnus `a` through two partial indexes, one per kind. */
export const isTheirEducation =
  "(e.buid = a.buid and e.kind = 'degree') or (e.buid = a.buid and e.kind = 'area_of_study')"

/** Sorts educations `e` most recent first and undated last. On the same day, degrees come first. */
export const recentDegreeFirst = "e.degree_date desc nulls last, e.kind = 'degree' desc, e.id"

export const recentDegreeQuery = `select e.* from educations e where ${isTheirEducation} order by ${recentDegreeFirst} limit 1`
