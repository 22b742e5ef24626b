import { z } from 'zod'
import { pageMembers, pageNumber, searchText } from '../page.ts'

const text = z.string().nullable()
const integer = z.number().int()

/** `what` lists the most frequent combinations of activity, description and day; `kinds` counts all combinations. */
export const batchContent = z.object({
  what: z.array(
    z.object({ activity_code: z.string(), description: text, engagement_date: z.string(), engagements: integer }),
  ),
  kinds: integer,
})
export type BatchContent = z.infer<typeof batchContent>
export const maxShownKinds = 3

const recorderChoices = ['all', 'me'] as const
export const recordedListsQuery = z.object({
  by: z.enum(recorderChoices).catch('all'),
  id: z.coerce.number().int().min(1).optional().catch(undefined),
  q: searchText,
  page: pageNumber,
})
export type RecordedListsQuery = z.infer<typeof recordedListsQuery>

/** `by` is the name of a user or an API key. `links.undo` is null if the user may not undo the list. */
export const recordedList = z.object({
  id: integer,
  recorded_at: z.string(),
  by: z.string(),
  is_system: z.boolean(),
  source: text,
  what: z.array(z.object({ activity: z.string(), description: text, day: z.string() })),
  kinds: integer,
  inserted: integer,
  already_recorded: integer,
  failed: integer,
  undone_at: text,
  undone_by: text,
  deleted: integer,
  links: z.object({ undo: text }),
})
export type RecordedList = z.infer<typeof recordedList>

/** Newest first; `total` ignores the filters. */
export const recordedListsPage = z.object({ lists: z.array(recordedList), ...pageMembers, total: integer })
export type RecordedListsPage = z.infer<typeof recordedListsPage>

export const undoListReply = z.object({ list: recordedList, deleted: integer })
