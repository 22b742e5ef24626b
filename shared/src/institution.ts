import { z } from 'zod'

/**
 * Who runs this service, as shown on every page and letter. `color` is `#rrggbb`, already dark enough for white text.
 */
export const institution = z.object({
  name: z.string(),
  short_name: z.string(),
  color: z.string(),
  logo_url: z.string().nullable(),
  support_email: z.string(),
  /** By whose clocks the office works: `America/New_York`. */
  time_zone: z.string().optional(),
})
export type Institution = z.infer<typeof institution>
