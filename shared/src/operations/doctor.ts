import { z } from 'zod'
import { healthStates } from './settings.ts'

/** Checks are skipped if they need the database or the current schema and it is not available. */
export const doctorReport = z.array(
  z.object({
    name: z.string(),
    state: z.enum([...healthStates, 'skipped']),
    message: z.string(),
    remedy: z.string().nullable(),
  }),
)
export type DoctorReport = z.infer<typeof doctorReport>
