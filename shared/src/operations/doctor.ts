import { z } from 'zod'
import { healthStates } from './settings.ts'

/**
 * `npm run doctor -- --json`: each check that applies, how it went in a sentence, and what to type where it is not good.
 * `skipped`: it needs the database, which cannot be used, or the schema of this release.
 */
export const doctorReport = z.array(
  z.object({
    name: z.string(),
    state: z.enum([...healthStates, 'skipped']),
    message: z.string(),
    remedy: z.string().nullable(),
  }),
)
export type DoctorReport = z.infer<typeof doctorReport>
