import { z } from 'zod'

const code = z
  .string()
  .trim()
  .max(100, 'A code has at most 100 characters.')
  .transform((text) => text || undefined)
  .optional()

/** `year` is the calendar year in which the fiscal year ends; defaults to the current fiscal year. */
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

const integer = z.number().int()

export const alumniOfYearText =
  'Shares are of the alumni of that year: living people with a degree dated by the last day of the fiscal year (with a college filter, a degree of that college). People without a dated degree and people who have since died are not counted.'

/**
 * `engaged` counts each person once, including people who have since died. Of these, `first_time` were never engaged
 * before (in the filtered activity); `returning` are the rest. `alumni` counts the alumni of the year, as defined in
 * `alumniOfYearText`, who match the filters; `engaged_alumni` counts those of them who were engaged.
 */
const engagedFigures = {
  engagements: integer,
  engaged: integer,
  engaged_alumni: integer,
  alumni: integer,
  first_time: integer,
  returning: integer,
}
const codeAndName = { code: z.string(), name: z.string() }
const groupFigures = { engagements: integer, engaged: integer, last_year: integer, last_year_engaged: integer }
const shareFigures = { engaged_alumni: integer, alumni: integer }

/** `rank` is by the share of engaged alumni; null for classes and decades with fewer than `minRankedAlumni` alumni. */
const classShare = { ...shareFigures, last_year_engaged_alumni: integer, first_time: integer, rank: integer.nullable() }

export const statsTopEvents = 20

/** Excludes engagements after today. */
export const statsPage = z.object({
  year: integer,
  years: z.array(integer),
  fiscal_year_start: z.string(),
  first_day: z.string(),
  last_day: z.string(),
  /**
   * The last day counted in `this_year`: today in the current year, otherwise its last day. `last_year` and
   * `last_year_engaged` count up to the same day a year earlier, except in `by_month`.
   */
  as_of: z.string(),
  today: z.string(),
  refreshed_at: z.string(),
  this_year: z.object(engagedFigures),
  last_year: z.object(engagedFigures),
  lapsed: integer,
  /** Numbers with `_to_day` count up to the same day of the year as `today`. */
  by_year: z.array(
    z.object({
      year: integer,
      ...engagedFigures,
      lapsed: integer,
      engagements_to_day: integer,
      engaged_to_day: integer,
      first_time_to_day: integer,
    }),
  ),
  /** `month` is `YYYY-MM`. `last_year` counts whole months. `_engaged` counts each person once per month. */
  by_month: z.array(
    z.object({
      month: z.string(),
      this_year: integer,
      this_year_engaged: integer,
      last_year: integer,
      last_year_engaged: integer,
    }),
  ),
  by_activity: z.array(z.object({ ...codeAndName, ...groupFigures })),
  by_college: z.array(z.object({ ...codeAndName, ...groupFigures, ...shareFigures })),
  by_affinity: z.array(z.object({ ...codeAndName, category: z.string(), ...groupFigures, ...shareFigures })),
  reunion_year: integer,
  /** Classes up to the fiscal year, earliest first. `reunion` is the number of years since graduation. */
  by_class: z.array(z.object({ class_year: integer, reunion: integer.nullable(), ...classShare })),
  by_decade: z.array(z.object({ decade: integer, ...classShare })),
  top_events: z.array(
    z.object({
      activity_code: z.string(),
      activity_name: z.string(),
      description: z.string(),
      engagements: integer,
      engaged: integer,
      first_date: z.string(),
      last_date: z.string(),
    }),
  ),
})
export type StatsPage = z.infer<typeof statsPage>

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

export const statsChoices = z.object({
  colleges: z.array(z.object(codeAndName)),
  activities: z.array(z.object(codeAndName)),
  affinities: z.array(z.object({ ...codeAndName, category: z.string() })),
})
export type StatsChoices = z.infer<typeof statsChoices>
