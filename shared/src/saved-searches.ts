import { z } from 'zod'

/** The lists whose searches can be saved; each is the first part of its address. */
export const searchableLists = ['alumni_search', 'champion_signups'] as const
export type SearchableList = (typeof searchableLists)[number]

/** How many one person may keep of each list. */
export const maxSavedSearches = 100

/** A search under a name, of one staff member. `query` is the URL's query, without page: `college=EN&sort=-class_year`. */
export const savedSearch = z.object({
  id: z.number().int(),
  name: z.string(),
  query: z.string(),
  created_at: z.string(),
})
export type SavedSearch = z.infer<typeof savedSearch>

/** `GET /LIST/saved`, by name. */
export const savedSearches = z.object({ searches: z.array(savedSearch) })

/** `POST /LIST/saved` (201, the search) and `PATCH /LIST/saved/:id`; the same name replaces. `DELETE` is 204. */
export const saveSearchRequest = z.object({
  name: z.string().trim().min(1, 'Give the search a name.').max(80, 'A name has at most 80 characters.'),
  query: z.string().max(2000, 'This search is too long to be saved.'),
})
