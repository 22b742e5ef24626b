import { z } from 'zod'

export const rowsPerPage = 50

export const pageNumber = z.coerce
  .number('A page is a whole number.')
  .int('A page is a whole number.')
  .min(1, 'Pages count from 1.')
  .max(1_000_000, 'There is no such page.')
  .default(1)

/** Selects rows that contain every word. */
export const searchText = z.string().trim().max(200, 'Search for at most 200 characters.').optional()

/** `pages` is 1 for an empty list; `matching` is the number of matching rows. */
export const pageMembers = { page: z.number().int(), pages: z.number().int(), matching: z.number().int() }
export type PageMembers = { page: number; pages: number; matching: number }

export function pagesOf(matching: number, perPage = rowsPerPage): number {
  return Math.max(1, Math.ceil(matching / perPage))
}

export const placeNumber = z.coerce
  .number('A place is a whole number.')
  .int('A place is a whole number.')
  .min(1, 'Places count from 1.')
  .max(100_000_000, 'There is no such place.')
  .optional()

/** `place` counts from 1. Null if the record is not in the list; the neighbors then surround its former position. */
export const listPlace = z.object({
  place: z.number().int().nullable(),
  matching: z.number().int(),
  previous: z.string().nullable(),
  next: z.string().nullable(),
})
export type ListPlace = z.infer<typeof listPlace>

/** `formerPlace`, from 1, is the position of a record that is no longer in the list. */
export function placeIn(records: readonly string[], record: string, formerPlace?: number): ListPlace {
  const index = records.indexOf(record)
  const [before, after] =
    index >= 0 ? [index - 1, index + 1] : formerPlace ? [formerPlace - 2, formerPlace - 1] : [-1, -1]
  return {
    place: index < 0 ? null : index + 1,
    matching: records.length,
    previous: records[before] ?? null,
    next: records[after] ?? null,
  }
}
