import { z } from 'zod'

/** The body of every error reply of both sites. `fields` names the inputs at fault, each with its own sentence. */
export const errorBody = z.object({
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  retry_after: z.number().int().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
