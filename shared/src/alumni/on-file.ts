import { z } from 'zod'

/** If no alumni are on file, `administrators` names people who can import them. */
export const onFileReply = z.object({ has_alumni: z.boolean(), administrators: z.array(z.string()) })
export type OnFileReply = z.infer<typeof onFileReply>
