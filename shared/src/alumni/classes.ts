import { z } from 'zod'
import { pageMembers, pageNumber } from '../page.ts'
import { yearFilter } from '../filters.ts'

/** Smaller classes are not ranked, because a single person would change their rank. */
export const minRankedAlumni = 10

/** Rank 1 has the highest share. Equal shares have equal ranks; small classes get null. */
export function addRanks<Row extends { engaged_alumni: number; alumni: number }>(
  rows: readonly Row[],
): (Row & { rank: number | null })[] {
  const shareOf = ({ engaged_alumni, alumni }: Row) => engaged_alumni / alumni
  const ranked = rows.filter(({ alumni }) => alumni >= minRankedAlumni)
  return rows.map((row) => ({
    ...row,
    rank: row.alumni < minRankedAlumni ? null : 1 + ranked.filter((other) => shareOf(other) > shareOf(row)).length,
  }))
}

/** Returns the years since graduation if the class has a reunion in `year` (every fifth year), else null. */
export function reunionOf(classYear: number, year: number): number | null {
  const years = year - classYear
  return years > 0 && years % 5 === 0 ? years : null
}

const integer = z.number().int()

/**
 * Counts living alumni with a degree dated in the class year. `by_email` counts those who can be e-mailed, `lost` those
 * with no e-mail address, city or postal code. `engaged_alumni` and `first_time` cover the current fiscal year,
 * `engaged_last_year` all of the previous one, and `engaged_last_year_to_day` the previous one up to the same day.
 * `rank` orders the graduated classes by their share of engaged alumni.
 */
export const classFigures = z.object({
  class_year: integer,
  alumni: integer,
  by_email: integer,
  engaged_alumni: integer,
  engaged_last_year: integer,
  engaged_last_year_to_day: integer,
  first_time: integer,
  champions: integer,
  lost: integer,
  rank: integer.nullable(),
  reunion: integer.nullable(),
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

/** By default, the class with the highest share of engaged alumni comes first, and unranked classes come last. */
export const classesQuery = z.object({
  decade: yearFilter('A decade begins with a year such as 1990.'),
  reunion: z.enum(['yes'], 'The reunion filter is yes, or left out.').optional(),
  sort: z
    .enum([...classSorts, ...classSorts.map((sort) => `-${sort}` as const)], 'Classes cannot be sorted by this column.')
    .optional(),
  page: pageNumber,
})
export type ClassesQuery = z.infer<typeof classesQuery>

const calendar = {
  year: integer,
  fiscal_year_start: z.string(),
  today: z.string(),
  reunion_year: integer,
  ranked: integer,
}

/** `total` ignores the filters. `decades` lists the decades that have classes, latest first. */
export const classesPage = z.object({
  ...calendar,
  ...pageMembers,
  total: integer,
  classes: z.array(classFigures),
  decades: z.array(integer),
})
export type ClassesPage = z.infer<typeof classesPage>

/** `GET /classes/:year` also accepts `98` and `’98`. If `found` is null, `nearest` has the closest classes. */
export const classPage = z.object({
  ...calendar,
  found: classFigures.nullable(),
  nearest: z.array(integer),
  previous: integer.nullable(),
  next: integer.nullable(),
  decade: z
    .object({ decade: integer, alumni: integer, engaged_alumni: integer, engaged_last_year: integer })
    .nullable(),
  decade_classes: z.array(classFigures),
  top_events: z.array(
    z.object({
      activity_code: z.string(),
      activity_name: z.string(),
      description: z.string(),
      people: integer,
      last_date: z.string(),
    }),
  ),
  /** Living alumni asked for something in the current fiscal year, and those with a final answer; null for viewers. */
  asked: z.object({ people: integer, answered: integer }).nullable(),
})
export type ClassPage = z.infer<typeof classPage>
