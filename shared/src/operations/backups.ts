import { z } from 'zod'

/**
 * `GET /settings/backups`. `last` is the newest backup that is whole, `failure` why the newest try failed where that is
 * newer. Sizes are in bytes; `done` are those that the running one has written, `expected` those of the last one.
 */
export const backupsState = z.object({
  is_configured: z.boolean(),
  /** They are made by other means, and the administrator has said so. */
  is_elsewhere: z.boolean().optional(),
  is_copy: z.boolean(),
  is_late: z.boolean(),
  schedule: z.array(z.string()),
  last: z
    .object({ id: z.string(), at: z.string(), database_bytes: z.number().nullable(), files: z.number().nullable() })
    .nullable(),
  running: z
    .object({
      id: z.string(),
      at: z.string(),
      phase: z.enum(['waiting', 'database', 'files', 'finishing']),
      done: z.number(),
      expected: z.number().nullable(),
    })
    .nullable(),
  failure: z.object({ at: z.string(), why: z.string() }).nullable(),
  drill: z.object({ at: z.string(), failure: z.string().nullable() }).nullable(),
})
export type BackupsState = z.infer<typeof backupsState>
