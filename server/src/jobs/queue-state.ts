import { z } from 'zod'

/** Jobs that are due or running, and those that failed for good, by kind. `oldest_at` is when the one that waits longest was due. */
export const queueState = z.object({
  waiting: z.number().int(),
  running: z.number().int(),
  oldest_at: z.string().nullable(),
  failed: z.array(z.object({ name: z.string(), count: z.number().int(), last_failed_at: z.string() })),
})
export type QueueState = z.infer<typeof queueState>

/** How long a job that failed for good can be run again. */
export const failedKeptDays = 30
