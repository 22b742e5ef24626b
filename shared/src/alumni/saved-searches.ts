import { z } from 'zod'

/** The lists whose searches can be saved; each is the first part of its address. */
export const searchableLists = ['alumni_search', 'champion_signups'] as const
export type SearchableList = (typeof searchableLists)[number]

/** The most searches that one person may save of each list. */
export const maxSavedSearches = 100

/** The report each Monday on who came into a search of alumni and who left it; `letter` is on the page too. */
export const follow = z.enum(['no', 'page', 'letter'])
export type Follow = z.infer<typeof follow>
/** The most searches that one person may follow. */
export const maxFollowed = 20
/** The most people of a search that are compared; of larger ones only the counts are. */
export const maxCompared = 5000

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
  follow,
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

/** `PATCH /alumni_search/saved/:id/follow` (204), of one's own searches and those that colleagues share. */
export const followRequest = z.object({ follow })

const count = z.number().int()

/** People who came in or who left: how many, and the first of them, each with why; some may be off file by now. */
const moved = z.object({
  count,
  people: z.array(z.object({ buid: z.string(), name: z.string(), why: z.string() })),
  off_file: count,
})
export type Moved = z.infer<typeof moved>

/**
 * A followed search in the week of the Monday `week`, which is null before it was first looked at. `since` is null
 * where there is nothing to compare with yet, `count` where the search is no longer understood, and `came_in` and
 * `left` where more than `maxCompared` people are on either side; `before` is the count compared with.
 */
export const followedSearch = savedSearch.pick({ id: true, name: true, query: true, by: true }).extend({
  week: z.string().nullable(),
  since: z.string().nullable(),
  count: count.nullable(),
  before: count.nullable(),
  came_in: moved.nullable(),
  left: moved.nullable(),
})
export type FollowedSearch = z.infer<typeof followedSearch>

/** `GET /alumni_search/saved/followed`: the searches that this person follows, by name. */
export const followedSearches = z.object({ searches: z.array(followedSearch) })

type Counts = { count: number | null; before: number | null; came_in: number | null; left: number | null }

/** Describes the week of a search in words: "3 new, 1 no longer matching". */
export function movesWords({ count, before, came_in, left }: Counts): string {
  if (came_in !== null && left !== null)
    return came_in + left === 0 ? 'no changes' : `${number(came_in)} new, ${number(left)} no longer matching`
  if (count === null) return 'this search is no longer understood'
  if (before === null) return `${number(count)} found`
  const change = count - before
  const words = change === 0 ? 'as many as before' : `${number(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'}`
  return `${number(count)} found, ${words}`
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
