import { z } from 'zod'

/** The lists whose searches can be saved; each is the first part of its address. */
export const searchableLists = ['alumni_search', 'champion_signups'] as const
export type SearchableList = (typeof searchableLists)[number]

/** The most searches that one person may save of each list. */
export const maxSavedSearches = 100

/**
 * A search under a name, of one staff member. `query` is the URL's query, without page: `college=EN&sort=-class_year`.
 * `by` is whose it is, null for one's own; no one else can change it.
 */
export const savedSearch = z.object({
  id: z.number().int(),
  name: z.string(),
  query: z.string(),
  created_at: z.string(),
  is_shared: z.boolean(),
  by: z.string().nullable(),
})
export type SavedSearch = z.infer<typeof savedSearch>

/** `GET /LIST/saved` as JSON, by name: one's own, and those that colleagues share. */
export const savedSearches = z.object({ searches: z.array(savedSearch) })

/**
 * The number that a search finds now; null when it is no longer understood. `change`: how many more than on the day
 * `since`, the Monday of this week or, where no one counted then, the nearest day on which a person did; a search is
 * counted first when it is saved.
 */
export const savedCount = z.object({
  id: z.number().int(),
  count: z.number().int().nullable(),
  change: z.number().int().nullable(),
  since: z.string().nullable(),
})
export type SavedCount = z.infer<typeof savedCount>

/** `GET /LIST/saved/counts`: of the same searches. */
export const savedCounts = z.object({ counts: z.array(savedCount) })

/**
 * `POST /LIST/saved` (201, the search) and `PATCH /LIST/saved/:id`; the same name replaces. `DELETE` is 204. Without
 * `is_shared` it stays as it is, and a new one is one's own.
 */
export const saveSearchRequest = z.object({
  name: z.string().trim().min(1, 'Give the search a name.').max(80, 'A name has at most 80 characters.'),
  query: z.string().max(2000, 'This search is too long to be saved.'),
  is_shared: z.boolean().optional(),
})
export type SaveSearchRequest = z.infer<typeof saveSearchRequest>
