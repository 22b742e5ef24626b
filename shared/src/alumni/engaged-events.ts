import { z } from 'zod'
import { codesFilter, textFilter } from '../filters.ts'

/** `GET /alumni_search/events`; without `q` the latest events. `activity` narrows them, as in the search. */
export const engagedEventsQuery = z.object({
  q: textFilter('An event has at most 500 characters.', 500),
  activity: codesFilter,
})

/**
 * Events that people took part in, the latest first: `name` is the description of their engagements, and `people` how
 * many the search's filter by it finds. The days are `YYYY-MM-DD`.
 */
export const engagedEvents = z.object({
  events: z.array(
    z.object({ name: z.string(), first_day: z.string(), last_day: z.string(), people: z.number().int() }),
  ),
})
export type EngagedEvent = z.infer<typeof engagedEvents>['events'][number]
