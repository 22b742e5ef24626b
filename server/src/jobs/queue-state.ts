import type { Agenda } from 'agenda'
import { z } from 'zod'

/** Jobs that are due or running, and those that failed for good, by kind. `oldest_at` is when the one that waits longest was due. */
export const queueState = z.object({
  waiting: z.number().int(),
  running: z.number().int(),
  oldest_at: z.string().nullable(),
  failed: z.array(z.object({ name: z.string(), count: z.number().int(), last_failed_at: z.string() })),
})
export type QueueState = z.infer<typeof queueState>

export async function readQueueState(agenda: Agenda): Promise<QueueState> {
  const { jobs } = await agenda.queryJobs({})
  const inState = (...states: string[]) => jobs.filter(({ state }) => states.includes(state))
  const due = inState('queued').map(({ nextRunAt }) => nextRunAt!.toISOString())
  const failed = new Map<string, { name: string; count: number; last_failed_at: string }>()
  for (const { name, failedAt, nextRunAt } of inState('failed')) {
    // One that is to be tried again has not failed for good.
    if (nextRunAt) continue
    const at = failedAt!.toISOString()
    const seen = failed.get(name)
    failed.set(name, {
      name,
      count: (seen?.count ?? 0) + 1,
      last_failed_at: seen && seen.last_failed_at > at ? seen.last_failed_at : at,
    })
  }
  return {
    waiting: due.length,
    running: inState('running').length,
    oldest_at: due.sort()[0] ?? null,
    failed: [...failed.values()],
  }
}

/** Puts the jobs of a kind that failed for good into the queue again. */
export async function runFailedAgain(agenda: Agenda, name: string): Promise<void> {
  const { jobs } = await agenda.queryJobs({ name, state: 'failed' })
  for (const { _id, data, nextRunAt } of jobs) {
    if (nextRunAt) continue
    await agenda.now(name, data)
    await agenda.cancel({ id: _id })
  }
}
