import { z } from 'zod'

/** `color` is `#rrggbb`, dark enough for white text. */
export const institution = z.object({
  name: z.string(),
  short_name: z.string(),
  color: z.string(),
  logo_url: z.string().nullable(),
  support_email: z.string(),
  time_zone: z.string().optional(),
})
export type Institution = z.infer<typeof institution>
