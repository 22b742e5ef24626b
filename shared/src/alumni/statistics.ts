import { z } from 'zod'

const code = z
  .string()
  .trim()
  .max(100, 'A code has at most 100 characters.')
  .transform((text) => text || undefined)
  .optional()

/**
 * Filters of `/engagement_stats`, shared by every chart. `year` is a fiscal year, by the calendar year in which it
 * ends; without it the current one.
 */
export const statsQuery = z.object({
  year: z.coerce
    .number('A fiscal year is a year such as 2026.')
    .int('A fiscal year is a year such as 2026.')
    .min(1900, 'A fiscal year is a year such as 2026.')
    .max(2200, 'A fiscal year is a year such as 2026.')
    .optional(),
  college: code,
  activity: code,
  affinity: code,
})
export type StatsQuery = z.infer<typeof statsQuery>

const whole = z.number().int()

/** The base of every share, in one sentence, for every place that explains a share. */
export const alumniOfYearWords =
  'Shares are of the alumni of that year: living people with a degree dated by the last day of the fiscal year (with a college filter, a degree of that college). People without a dated degree and people who have since died are not counted.'

/**
 * `engaged` counts people once, also those who have died since; of them `first_time` never before in any year (under a
 * filter of activity: never before in that activity), `returning` the others. `alumni` are those of the year
 * (`alumniOfYearWords`) with the college and the affinity asked for; of these, `engaged_alumni` were engaged, so that
 * the share engaged is `engaged_alumni / alumni`.
 */
const engagedPeople = {
  engagements: whole,
  engaged: whole,
  engaged_alumni: whole,
  alumni: whole,
  first_time: whole,
  returning: whole,
}
const named = { code: z.string(), name: z.string() }
const groupFigures = { engagements: whole, engaged: whole, last_year: whole, last_year_engaged: whole }
const shareFigures = { engaged_alumni: whole, alumni: whole }

/**
 * The living of a class or decade; all that they did counts by the filters. `rank` is by the share engaged, among those
 * with at least `rankedFrom` living alumni; `reunion` is the number of years since, where it is a reunion.
 */
const classShare = { ...shareFigures, last_year_engaged_alumni: whole, first_time: whole, rank: whole.nullable() }

/** The length of the list of the most visited events. */
export const statsTopEvents = 20

/**
 * `GET /engagement_stats` as JSON. Engagements later than today count from their day on. A chart of colleges,
 * activities or affinities under a filter of its own kind has that one row. `last_year` beside a code is engagements,
 * `last_year_engaged` their people. Where `last_year` stands, it is the year before up to the same day as `as_of`.
 */
export const statsPage = z.object({
  year: whole,
  /** Fiscal years that have engagements, latest first; the current one is among them. */
  years: z.array(whole),
  /** The first month and day of a fiscal year, `07-01`. */
  fiscal_year_start: z.string(),
  first_day: z.string(),
  last_day: z.string(),
  /** The day up to which both years count: today in the current year, else its last day. */
  as_of: z.string(),
  /** The day up to which engagements count at all. */
  today: z.string(),
  /** The time at which the figures were computed. */
  refreshed_at: z.string(),
  this_year: z.object(engagedPeople),
  last_year: z.object(engagedPeople),
  /** Engaged in the whole year before, and not, or not yet, in this one. */
  lapsed: whole,
  /** `_to_day`: up to the same day as `today`; `lapsed` as above. */
  by_year: z.array(
    z.object({
      year: whole,
      ...engagedPeople,
      lapsed: whole,
      engagements_to_day: whole,
      engaged_to_day: whole,
      first_time_to_day: whole,
    }),
  ),
  /**
   * Twelve months from the first of the fiscal year on, `YYYY-MM`; the year before whole, not up to the day. `_engaged`
   * are people, each once a month.
   */
  by_month: z.array(
    z.object({
      month: z.string(),
      this_year: whole,
      this_year_engaged: whole,
      last_year: whole,
      last_year_engaged: whole,
    }),
  ),
  by_activity: z.array(z.object({ ...named, ...groupFigures })),
  by_college: z.array(z.object({ ...named, ...groupFigures, ...shareFigures })),
  by_affinity: z.array(z.object({ ...named, category: z.string(), ...groupFigures, ...shareFigures })),
  /** The year of the reunions: the calendar year of `as_of`. */
  reunion_year: whole,
  /** Classes up to the fiscal year, and decades of them, the earliest first. */
  by_class: z.array(z.object({ class_year: whole, reunion: whole.nullable(), ...classShare })),
  by_decade: z.array(z.object({ decade: whole, ...classShare })),
  /** The descriptions most people came to, by activity. */
  top_events: z.array(
    z.object({
      activity_code: z.string(),
      activity_name: z.string(),
      description: z.string(),
      engagements: whole,
      engaged: whole,
      first_date: z.string(),
      last_date: z.string(),
    }),
  ),
})
export type StatsPage = z.infer<typeof statsPage>

/** `GET /engagement_stats/:chart.csv`, with the same filters. */
export const statsCharts = [
  'by_year',
  'by_month',
  'by_activity',
  'by_college',
  'by_affinity',
  'by_class',
  'by_decade',
  'top_events',
] as const
export type StatsChart = (typeof statsCharts)[number]

/** The choices of the filters, in the order to show: `GET /engagement_stats/choices`. */
export const statsChoices = z.object({
  colleges: z.array(z.object(named)),
  activities: z.array(z.object(named)),
  affinities: z.array(z.object({ ...named, category: z.string() })),
})
export type StatsChoices = z.infer<typeof statsChoices>
