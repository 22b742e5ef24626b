import { z } from 'zod'

/** If no alumni are on file, `administrators` has the names of people who can import them. */
export const onFileReply = z.object({ has_alumni: z.boolean(), administrators: z.array(z.string()) })
export type OnFileReply = z.infer<typeof onFileReply>
