import { z } from 'zod'

/** If no alumni are on file, `administrators` has the names of the users who can import alumni. */
export const onFileReply = z.object({ has_alumni: z.boolean(), administrators: z.array(z.string()) })
export type OnFileReply = z.infer<typeof onFileReply>
