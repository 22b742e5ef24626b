import { z } from 'zod'
import { release } from './releases.ts'

export const releaseCard = z.object({
  current: release,
  commit: z.string().nullable(),
  deployed_at: z.string().nullable(),
  started_at: z.string(),
  /** Newest first; `code` is the URL of the code changes in the release, if `REPOSITORY_URL` is set. */
  recent: z.array(z.object({ tag: z.string(), summary: z.string(), code: z.string().nullable() })),
  code: z.string().nullable(),
})
export type ReleaseCard = z.infer<typeof releaseCard>

export const healthStates = ['good', 'attention', 'bad'] as const
export type HealthState = (typeof healthStates)[number]

export const healthPart = z.object({
  name: z.enum(['database', 'queue', 'mail', 'storage', 'memory']),
  state: z.enum(healthStates),
  message: z.string(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  fix: z.object({ label: z.string(), path: z.string() }).nullable(),
})
export type HealthPart = z.infer<typeof healthPart>

/**
 * `without_second_factor` counts active users. `ending_keys` are rotated API keys with an old value that works until
 * `ends_at`.
 */
export const settingsHome = z.object({
  release: releaseCard,
  health: z.array(healthPart),
  access: z.object({
    without_second_factor: z.number().int(),
    ending_keys: z.array(z.object({ name: z.string(), ends_at: z.string() })),
  }),
})
export type SettingsHome = z.infer<typeof settingsHome>

export const releasesPage = z.object({ releases: z.array(release) })
export type ReleasesPage = z.infer<typeof releasesPage>

/** A server or worker that reported in the last two minutes; `memory_bytes` is its resident memory. */
export const runningProcess = z.object({
  program: z.enum(['server', 'worker']),
  host: z.string(),
  pid: z.number().int(),
  release: z.string(),
  commit: z.string().nullable(),
  started_at: z.string(),
  reported_at: z.string(),
  memory_bytes: z.number().int(),
  /** Milliseconds by which the clock is ahead of the database's. Beyond five seconds, a worker takes no jobs. */
  clock_ahead_ms: z.number().int().nullable().optional(),
})
export type RunningProcess = z.infer<typeof runningProcess>

/** `queue` is null while no worker runs; `handed_over` counts the jobs that no worker has fetched. */
export const processesPage = z.object({
  processes: z.array(runningProcess),
  handed_over: z.number().int(),
  /** The unfinished part of an upgrade, and the condition for it to continue. */
  unfinished_upgrade: z.string().nullable().optional(),
  queue: z
    .object({
      waiting: z.number().int(),
      running: z.number().int(),
      oldest_at: z.string().nullable(),
      failed: z.array(
        z.object({
          name: z.string(),
          about: z.string(),
          count: z.number().int(),
          last_failed_at: z.string(),
          last_error: z.string().nullable().optional(),
        }),
      ),
    })
    .nullable(),
})
export type ProcessesPage = z.infer<typeof processesPage>

export const runAgainRequest = z.object({ name: z.string().max(100) })
