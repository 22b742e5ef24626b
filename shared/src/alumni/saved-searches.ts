import { z } from 'zod'

/** Each name is also the first path segment of the list's URL. */
export const searchableLists = ['alumni_search', 'champion_signups'] as const
export type SearchableList = (typeof searchableLists)[number]

/** Limit per user and list. */
export const maxSavedSearches = 100

/** `query` is the query string of the URL, without `page`. `by` is null for the user's own searches. */
export const savedSearch = z.object({
  id: z.number().int(),
  name: z.string(),
  query: z.string(),
  created_at: z.string(),
  is_shared: z.boolean(),
  by: z.string().nullable(),
})
export type SavedSearch = z.infer<typeof savedSearch>

export const savedSearches = z.object({ searches: z.array(savedSearch) })

/** `count` is null if the query is invalid. `change` is relative to `since`: Monday or the closest day with a count. */
export const savedCount = z.object({
  id: z.number().int(),
  count: z.number().int().nullable(),
  change: z.number().int().nullable(),
  since: z.string().nullable(),
})
export type SavedCount = z.infer<typeof savedCount>

export const savedCounts = z.object({ counts: z.array(savedCount) })

/** Replaces a search with the same name. By default, a new search is private and an existing one keeps `is_shared`. */
export const saveSearchRequest = z.object({
  name: z.string().trim().min(1, 'Give the search a name.').max(80, 'A name has at most 80 characters.'),
  query: z.string().max(2000, 'This search is too long to be saved.'),
  is_shared: z.boolean().optional(),
})
export type SaveSearchRequest = z.infer<typeof saveSearchRequest>
