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
