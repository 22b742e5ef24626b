import { z } from 'zod'
import { codesFilter, textFilter } from '../filters.ts'

/** Query of `GET /alumni_search/events`; without `q` it lists the latest events. */
export const engagedEventsQuery = z.object({
  q: textFilter('An event has at most 500 characters.', 500),
  activity: codesFilter,
})

/** `people` is the number that the search finds by this `name`, the description of the engagements. */
export const engagedEvents = z.object({
  events: z.array(
    z.object({ name: z.string(), first_day: z.string(), last_day: z.string(), people: z.number().int() }),
  ),
})
export type EngagedEvent = z.infer<typeof engagedEvents>['events'][number]
