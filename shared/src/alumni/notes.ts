import { z } from 'zod'

export const note = z.object({
  id: z.number().int(),
  text: z.string(),
  by: z.string(),
  is_mine: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Note = z.infer<typeof note>

export const noteRequest = z.object({
  text: z.string('Write a note.').trim().min(1, 'Write a note.').max(5000, 'A note can have at most 5,000 characters.'),
})
