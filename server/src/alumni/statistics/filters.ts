import { sql, type RawBuilder } from 'kysely'

/**
 * What the charts are asked for; `isCurrent` is true in the running fiscal year, which is held against the year before
 * up to the same day.
 */
export type Filters = {
  year: number
  isCurrent: boolean
  college: string | undefined
  activity: string | undefined
  affinity: string | undefined
}

/** A condition that a column has the code, or is null, which stands for all of them. */
export function isCode(column: string, code: string | undefined): RawBuilder<boolean> {
  return code === undefined ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${code}`
}

/** The row of `statistics_segments` of the filters' people. */
export function segmentOf({ college, affinity }: Filters): RawBuilder<number> {
  return sql`(select id from statistics_segments where ${isCode('college_code', college)} and ${isCode('affinity_code', affinity)})`
}

/** The row of `statistics_subjects` of the filters' activity. */
export function subjectOf({ activity }: Filters): RawBuilder<number> {
  return sql`(select id from statistics_subjects where ${isCode('activity_code', activity)} and description is null)`
}
