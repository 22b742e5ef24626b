import { z } from 'zod'

/**
 * `GET /alumni_search/on_file`: whether there is anyone, and while there is no one, which administrators can bring
 * people in.
 */
export const onFile = z.object({ has_alumni: z.boolean(), administrators: z.array(z.string()) })
export type OnFile = z.infer<typeof onFile>
