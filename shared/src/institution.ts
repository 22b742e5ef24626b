import { z } from 'zod'

/** The institution, as shown on every page and letter. `color` is `#rrggbb`, already dark enough for white text. */
export const institution = z.object({
  name: z.string(),
  short_name: z.string(),
  color: z.string(),
  logo_url: z.string().nullable(),
  support_email: z.string(),
  /** The time zone of the office: `America/New_York`. */
  time_zone: z.string().optional(),
})
export type Institution = z.infer<typeof institution>
