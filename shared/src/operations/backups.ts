import { z } from 'zod'

/** `failure` is set if the newest attempt failed after the last complete backup. `done` and `expected` are bytes. */
export const backupsState = z.object({
  is_configured: z.boolean(),
  /** True if the administrator has declared that backups are made by other means. */
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
  failure: z.object({ at: z.string(), reason: z.string() }).nullable(),
  drill: z.object({ at: z.string(), failure: z.string().nullable() }).nullable(),
})
export type BackupsState = z.infer<typeof backupsState>
