import { z } from 'zod'
import { codesFilter, textFilter } from '../filters.ts'

export const engagedEventsQuery = z.object({
  q: textFilter('An event has at most 500 characters.', 500),
  activity: codesFilter,
})

/** `people` is the number of search results with `name` as the event filter. */
export const engagedEvents = z.object({
  events: z.array(
    z.object({ name: z.string(), first_day: z.string(), last_day: z.string(), people: z.number().int() }),
  ),
})
export type EngagedEvent = z.infer<typeof engagedEvents>['events'][number]
