import { z } from 'zod'
import { healthStates } from './settings.ts'

/** A check is skipped if the database or the schema that it needs is not available. */
export const doctorReport = z.array(
  z.object({
    name: z.string(),
    state: z.enum([...healthStates, 'skipped']),
    message: z.string(),
    remedy: z.string().nullable(),
  }),
)
export type DoctorReport = z.infer<typeof doctorReport>
