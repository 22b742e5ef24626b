import { z } from 'zod'
import { pageMembers, pageNumber } from '../page.ts'
import { yearFilter } from '../filters.ts'

/** Classes with fewer living alumni have no rank: one person would decide about it. */
export const rankedFrom = 10

/** Gives classes their ranks by the share engaged, 1 for the highest; equal shares have the same. */
export function withRanks<Row extends { engaged_alumni: number; alumni: number }>(
  rows: readonly Row[],
): (Row & { rank: number | null })[] {
  const shareOf = ({ engaged_alumni, alumni }: Row) => engaged_alumni / alumni
  const ranked = rows.filter(({ alumni }) => alumni >= rankedFrom)
  return rows.map((row) => ({
    ...row,
    rank: row.alumni < rankedFrom ? null : 1 + ranked.filter((other) => shareOf(other) > shareOf(row)).length,
  }))
}

/** The number of years since a class graduated, if its reunion is in this year: every fifth. */
export function reunionOf(classYear: number, year: number): number | null {
  const years = year - classYear
  return years > 0 && years % 5 === 0 ? years : null
}

const whole = z.number().int()

/**
 * The living alumni of a class, who have a degree dated in its year. `by_email` have an address and have not opted out;
 * `lost` have neither an e-mail address nor a city or postal code on file. Engaged are those of the running fiscal year,
 * `engaged_last_year` of the whole year before, `_to_day` of its part up to the same day. `rank` is among the classes
 * that have graduated and have at least `rankedFrom` living alumni, by the share engaged.
 */
export const classFigures = z.object({
  class_year: whole,
  alumni: whole,
  by_email: whole,
  engaged_alumni: whole,
  engaged_last_year: whole,
  engaged_last_year_to_day: whole,
  first_time: whole,
  champions: whole,
  lost: whole,
  rank: whole.nullable(),
  reunion: whole.nullable(),
})
export type ClassFigures = z.infer<typeof classFigures>

const classSorts = [
  'class_year',
  'alumni',
  'by_email',
  'engaged_alumni',
  'engaged_last_year',
  'share',
  'champions',
  'lost',
] as const

/** `GET /classes` and `/classes.csv`. Without `sort` the highest share is first, of classes that may be ranked; `-` in front is the other way round. */
export const classesQuery = z.object({
  decade: yearFilter('A decade begins with a year such as 1990.'),
  /** `yes`: the classes whose reunion is in this calendar year. */
  reunion: z.enum(['yes'], 'The reunion filter is yes, or left out.').optional(),
  sort: z
    .enum([...classSorts, ...classSorts.map((sort) => `-${sort}` as const)], 'Classes cannot be sorted by this column.')
    .optional(),
  page: pageNumber,
})
export type ClassesQuery = z.infer<typeof classesQuery>

/** Calendar figures of the fiscal year that runs, as the statistics have them. */
const calendar = { year: whole, fiscal_year_start: z.string(), today: z.string(), reunion_year: whole, ranked: whole }

/** Reply of `GET /classes`: `total` counts all classes, `decades` are those that have one, the latest first. */
export const classesPage = z.object({
  ...calendar,
  ...pageMembers,
  total: whole,
  classes: z.array(classFigures),
  decades: z.array(whole),
})
export type ClassesPage = z.infer<typeof classesPage>

/**
 * Reply of `GET /classes/:year`, where the year may be typed as offices do: `98`, `’98`. Without `found` no one of that
 * class is on file, or it is no year; `nearest` then are the classes around it.
 */
export const classPage = z.object({
  ...calendar,
  found: classFigures.nullable(),
  nearest: z.array(whole),
  /** The classes before and after, where there are some. */
  previous: whole.nullable(),
  next: whole.nullable(),
  /** All living alumni of the classes of the decade. */
  decade: z.object({ decade: whole, alumni: whole, engaged_alumni: whole, engaged_last_year: whole }).nullable(),
  /** Every class of that decade, the earliest first. */
  decade_classes: z.array(classFigures),
  /** The events with the most people of the class, in all years; `people` counts each once. */
  top_events: z.array(
    z.object({
      activity_code: z.string(),
      activity_name: z.string(),
      description: z.string(),
      people: whole,
      last_date: z.string(),
    }),
  ),
  /** Living alumni of the class who were asked for something in this fiscal year, and who has answered; staff only. */
  asked: z.object({ people: whole, answered: whole }).nullable(),
})
export type ClassPage = z.infer<typeof classPage>
