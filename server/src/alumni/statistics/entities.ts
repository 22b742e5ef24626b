import { defineEntity, p } from '@mikro-orm/core'

/**
 * What the figures were made with: the first day of a fiscal year (`07-01`), the day up to which engagements count,
 * when, and by which routines.
 */
export const StatisticsState = defineEntity({
  name: 'StatisticsState',
  tableName: 'statistics_state',
  properties: {
    is_the_row: p.boolean().primary().default(true),
    fiscal_year_start: p.text(),
    as_of: p.date(),
    refreshed_at: p.datetime(),
    edition: p.smallint().default(0),
  },
})

/** People by college and affinity, null for all of them. `alumni`: how many of them live. */
export const StatisticsSegment = defineEntity({
  name: 'StatisticsSegment',
  tableName: 'statistics_segments',
  properties: {
    id: p.integer().primary().autoincrement(),
    college_code: p.text().nullable(),
    affinity_code: p.text().nullable(),
    alumni: p.integer().default(0),
  },
})

/** Living people by the fiscal year of their first degree; in a segment of a college, the first of that college. */
export const StatisticsAlumni = defineEntity({
  name: 'StatisticsAlumni',
  tableName: 'statistics_alumni',
  properties: { segment_id: p.integer().primary(), year: p.smallint().primary(), alumni: p.integer() },
})

/** What people do: everything (both null), one activity, or one of its events. */
export const StatisticsSubject = defineEntity({
  name: 'StatisticsSubject',
  tableName: 'statistics_subjects',
  properties: {
    id: p.integer().primary().autoincrement(),
    activity_code: p.text().nullable(),
    description: p.text().nullable(),
  },
})

/**
 * Figures of a fiscal year; `_to_day`: up to the same day as `as_of`. `lapsed` were engaged in this year and not in the
 * next.
 */
export const StatisticsCell = defineEntity({
  name: 'StatisticsCell',
  tableName: 'statistics_cells',
  properties: {
    segment_id: p.integer().primary(),
    subject_id: p.integer().primary(),
    year: p.smallint().primary(),
    engagements: p.integer(),
    engaged: p.integer(),
    engaged_alumni: p.integer().default(0),
    first_time: p.integer(),
    lapsed: p.integer().default(0),
    engagements_to_day: p.integer(),
    engaged_to_day: p.integer(),
    engaged_alumni_to_day: p.integer().default(0),
    first_time_to_day: p.integer(),
    month_1: p.integer(),
    month_2: p.integer(),
    month_3: p.integer(),
    month_4: p.integer(),
    month_5: p.integer(),
    month_6: p.integer(),
    month_7: p.integer(),
    month_8: p.integer(),
    month_9: p.integer(),
    month_10: p.integer(),
    month_11: p.integer(),
    month_12: p.integer(),
    people_1: p.integer().default(0),
    people_2: p.integer().default(0),
    people_3: p.integer().default(0),
    people_4: p.integer().default(0),
    people_5: p.integer().default(0),
    people_6: p.integer().default(0),
    people_7: p.integer().default(0),
    people_8: p.integer().default(0),
    people_9: p.integer().default(0),
    people_10: p.integer().default(0),
    people_11: p.integer().default(0),
    people_12: p.integer().default(0),
  },
})

export const StatisticsEvent = defineEntity({
  name: 'StatisticsEvent',
  tableName: 'statistics_events',
  properties: {
    segment_id: p.integer().primary(),
    year: p.smallint().primary(),
    subject_id: p.integer().primary(),
    engagements: p.integer(),
    engaged: p.integer(),
  },
})

export const StatisticsEventDay = defineEntity({
  name: 'StatisticsEventDay',
  tableName: 'statistics_event_days',
  properties: { subject_id: p.integer().primary(), day: p.date().primary(), engagements: p.integer() },
})

/** What was written since the figures were made, by `statistics-log.sql`. The table has no key; MikroORM wants one. */
export const StatisticsLog = defineEntity({
  name: 'StatisticsLog',
  tableName: 'statistics_log',
  properties: {
    buid: p.text().primary(),
    record: p.enum(['engagement', 'education', 'affinity', 'living', 'day']),
    delta: p.smallint(),
    activity_code: p.text().nullable(),
    engagement_date: p.date().nullable(),
    description: p.text().nullable(),
    code: p.text().nullable(),
    degree_date: p.date().nullable(),
  },
})
