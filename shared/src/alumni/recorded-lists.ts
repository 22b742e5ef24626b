import { z } from 'zod'
import { pageMembers, pageNumber, searchWords } from '../page.ts'

const text = z.string().nullable()
const whole = z.number().int()

/** The content of a batch of engagements: the first few kinds, those of most rows first, and the number of kinds. */
export const batchContent = z.object({
  what: z.array(
    z.object({ activity_code: z.string(), description: text, engagement_date: z.string(), engagements: whole }),
  ),
  kinds: whole,
})
export type BatchContent = z.infer<typeof batchContent>
export const contentShown = 3

const recordedBy = ['all', 'me'] as const
/**
 * Filters of `/tools/recorded_lists`. Each word of `q` must be in what was recorded, the source or who did it; `id` is
 * that list alone.
 */
export const recordedListsQuery = z.object({
  by: z.enum(recordedBy).catch('all'),
  id: z.coerce.number().int().min(1).optional().catch(undefined),
  q: searchWords,
  page: pageNumber,
})
export type RecordedListsQuery = z.infer<typeof recordedListsQuery>

/**
 * Engagements that were recorded together. `by` is a person, or the system whose key it was. `inserted` were recorded
 * then; the others were on file (`already_recorded`) or in error (`failed`). `deleted` is how many the undo took out.
 * `links.undo` is null where this person may not.
 */
export const recordedList = z.object({
  id: whole,
  recorded_at: z.string(),
  by: z.string(),
  is_system: z.boolean(),
  source: text,
  what: z.array(z.object({ activity: z.string(), description: text, day: z.string() })),
  kinds: whole,
  inserted: whole,
  already_recorded: whole,
  failed: whole,
  undone_at: text,
  undone_by: text,
  deleted: whole,
  links: z.object({ undo: text }),
})
export type RecordedList = z.infer<typeof recordedList>

/** `GET /tools/recorded_lists` as JSON, the newest first; `total` counts all, whatever the filters. */
export const recordedListsPage = z.object({ lists: z.array(recordedList), ...pageMembers, total: whole })
export type RecordedListsPage = z.infer<typeof recordedListsPage>

/** Reply of `POST /tools/recorded_lists/:id/undo`. */
export const undoListReply = z.object({ list: recordedList, deleted: whole })
