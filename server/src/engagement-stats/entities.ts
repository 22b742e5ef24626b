import { defineEntity, p } from '@mikro-orm/core'

/** What the figures were made with: the first day of a fiscal year (`07-01`), the day up to which engagements count, and when. */
export const StatisticsState = defineEntity({
  name: 'StatisticsState',
  tableName: 'statistics_state',
  properties: {
    is_the_row: p.boolean().primary().default(true),
    fiscal_year_start: p.text(),
    as_of: p.date(),
    refreshed_at: p.datetime(),
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

/** Figures of a fiscal year; `_to_day`: up to the day a year before `as_of`, in the year before the current one. */
export const StatisticsCell = defineEntity({
  name: 'StatisticsCell',
  tableName: 'statistics_cells',
  properties: {
    segment_id: p.integer().primary(),
    subject_id: p.integer().primary(),
    year: p.smallint().primary(),
    engagements: p.integer(),
    engaged: p.integer(),
    engaged_living: p.integer(),
    first_time: p.integer(),
    engagements_to_day: p.integer(),
    engaged_to_day: p.integer(),
    engaged_living_to_day: p.integer(),
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
    record: p.enum(['engagement', 'college', 'affinity', 'living', 'day']),
    delta: p.smallint(),
    activity_code: p.text().nullable(),
    engagement_date: p.date().nullable(),
    description: p.text().nullable(),
    code: p.text().nullable(),
  },
})
