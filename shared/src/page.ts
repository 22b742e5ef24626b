import { z } from 'zod'

/** The number of rows on a page of a list, unless the list names another. */
export const rowsPerPage = 50

/** `?page=` of a list. */
export const pageNumber = z.coerce
  .number('A page is a whole number.')
  .int('A page is a whole number.')
  .min(1, 'Pages count from 1.')
  .max(1_000_000, 'There is no such page.')
  .default(1)

/** `?q=` of a list: each word must be found. */
export const searchWords = z.string().trim().max(200, 'Search for at most 200 characters.').optional()

/**
 * Members of the reply beside the rows: this page, how many there are (an empty list has one), and how many rows they
 * hold.
 */
export const pageMembers = { page: z.number().int(), pages: z.number().int(), matching: z.number().int() }
export type PageMembers = { page: number; pages: number; matching: number }

export function pagesOf(matching: number, perPage = rowsPerPage): number {
  return Math.max(1, Math.ceil(matching / perPage))
}

/** `?place=` of a list: where a record stood. */
export const placeNumber = z.coerce
  .number('A place is a whole number.')
  .int('A place is a whole number.')
  .min(1, 'Places count from 1.')
  .max(100_000_000, 'There is no such place.')
  .optional()

/**
 * The place of a record in a list, from 1, and the records beside it. One that the list does not find has no place; the
 * others are then those around where it stood.
 */
export const listPlace = z.object({
  place: z.number().int().nullable(),
  matching: z.number().int(),
  previous: z.string().nullable(),
  next: z.string().nullable(),
})
export type ListPlace = z.infer<typeof listPlace>

/** The place of a record in a list of which all records are there; `stood` is where it was. */
export function placeIn(records: readonly string[], record: string, stood?: number): ListPlace {
  const index = records.indexOf(record)
  const [before, after] = index >= 0 ? [index - 1, index + 1] : stood ? [stood - 2, stood - 1] : [-1, -1]
  return {
    place: index < 0 ? null : index + 1,
    matching: records.length,
    previous: records[before] ?? null,
    next: records[after] ?? null,
  }
}
