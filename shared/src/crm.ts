import { z } from 'zod'
import { pageMembers, pageNumber, rowsPerPage, searchWords } from './page.ts'

/** A change made here that the CRM is to learn of. */
export const crmChangeStatuses = ['pending', 'exported', 'verified'] as const
export const crmChangeStatus = z.enum(crmChangeStatuses)
export type CrmChangeStatus = z.infer<typeof crmChangeStatus>

/** Every move a CRM data change may make. A change that is withdrawn makes none: it is deleted. */
export const crmChangeMoves = {
  export: { from: ['pending'], to: 'exported', says: 'Someone has taken all pending changes to the CRM.' },
  undo: { from: ['exported'], to: 'pending', says: 'The export was undone before the CRM confirmed the change.' },
  verify: { from: ['exported'], to: 'verified', says: 'A file from the CRM shows the value.' },
} as const satisfies Record<string, { from: readonly CrmChangeStatus[]; to: CrmChangeStatus; says: string }>
export type CrmChangeMove = keyof typeof crmChangeMoves

/** Whether a change in `status` may make `move`. */
export function canMoveChange(status: CrmChangeStatus, move: CrmChangeMove): boolean {
  return (crmChangeMoves[move].from as readonly CrmChangeStatus[]).includes(status)
}

export const exportBatchesShown = 10

const text = z.string().nullable()
const batchId = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1)
const person = { buid: z.string(), name: z.string() }

/** The contacts import that a list is narrowed to. */
const ofImport = z.object({ id: z.number().int(), file_name: z.string(), imported_by: z.string() })
export type OfImport = z.infer<typeof ofImport>

export const conflictStates = ['open', 'resolved', 'all'] as const
/** Filters of `/settings/crm/conflicts`. Each word of `q` must be in the name, BUID or a value. */
export const conflictsQuery = z.object({
  batch_id: batchId.optional().catch(undefined),
  state: z.enum(conflictStates).catch('open'),
  q: searchWords,
  page: pageNumber,
})
export type ConflictsQuery = z.infer<typeof conflictsQuery>

export const keep = z.enum(['ours', 'theirs'])
export type Keep = z.infer<typeof keep>

/** The CRM says `theirs` of a field that was changed here to `ours`. `current` is what is on file now; null stands for no value. */
export const crmConflict = z.object({
  id: z.number().int(),
  ...person,
  field: z.string(),
  ours: text,
  theirs: text,
  current: text,
  made_by: text,
  batch_id: z.number().int(),
  created_at: z.string(),
  resolution: keep.nullable(),
  resolved_at: text,
  resolved_by: text,
})
export type CrmConflict = z.infer<typeof crmConflict>

/** `GET /settings/crm/conflicts` as JSON. `matching` counts what the filters find, `open` all that are open. */
export const conflictsPage = z.object({
  conflicts: z.array(crmConflict),
  ...pageMembers,
  open: z.number().int(),
  import: ofImport.nullable(),
})
export type ConflictsPage = z.infer<typeof conflictsPage>

/** `POST /settings/crm/conflicts/:id`, answered with the conflict. `theirs` is what the person saw; when the CRM says something else by now, it is a 409. */
export const resolveRequest = z.object({ keep, theirs: text.optional() })

/**
 * `POST /settings/crm/conflicts`: some conflicts by id, or all open ones that a filter finds, with their number as the
 * person saw it. Each is resolved as if alone; when time runs out, `next` says how to go on.
 */
export const resolveManyRequest = z.union([
  z.object({ keep, ids: z.array(z.number().int().min(1)).min(1).max(rowsPerPage) }),
  z.object({
    keep,
    filter: z.object({ batch_id: batchId.optional(), q: searchWords }),
    confirm_count: z.number().int().min(1),
    after: z.number().int().min(0).default(0),
  }),
])
export type ResolveManyRequest = z.infer<typeof resolveManyRequest>

export const resolveManyReply = z.object({
  resolved: z.number().int(),
  refused: z.array(z.object({ id: z.number().int(), ...person, field: z.string(), error: z.string() })),
  next: z.object({ after: z.number().int(), confirm_count: z.number().int() }).nullable(),
})
export type ResolveManyReply = z.infer<typeof resolveManyReply>

/** Filters of `/settings/crm/crm_changes`: `batch_id` finds what that contacts import has verified. Without `state`: pending, or with a `batch_id` verified. */
export const crmChangesQuery = z.object({
  batch_id: batchId.optional().catch(undefined),
  state: z
    .enum([...crmChangeStatuses, 'all'])
    .optional()
    .catch(undefined),
  q: searchWords,
  page: pageNumber,
})
export type CrmChangesQuery = z.infer<typeof crmChangesQuery>

export const crmChange = z.object({
  id: z.number().int(),
  ...person,
  field: z.string(),
  before: text,
  after: text,
  status: crmChangeStatus,
  made_by: z.string(),
  created_at: z.string(),
  exported_at: text,
  export_batch_id: z.number().int().nullable(),
  verified_at: text,
  verified_by_batch_id: z.number().int().nullable(),
})
export type CrmChange = z.infer<typeof crmChange>

/** `changes` counts at the export; of these `waiting` are exported still and `verified` confirmed; the others were withdrawn, or the export undone. */
export const exportBatch = z.object({
  id: z.number().int(),
  exported_by: z.string(),
  exported_at: z.string(),
  changes: z.number().int(),
  waiting: z.number().int(),
  verified: z.number().int(),
  undone_at: text,
  undone_by: text,
  links: z.object({ csv: text, undo: text }),
})
export type ExportBatch = z.infer<typeof exportBatch>

/** `GET /settings/crm/crm_changes` as JSON; `counts` are of all changes, whatever the filters. */
export const crmChangesPage = z.object({
  changes: z.array(crmChange),
  state: z.enum([...crmChangeStatuses, 'all']),
  ...pageMembers,
  counts: z.object({ pending: z.number().int(), exported: z.number().int(), verified: z.number().int() }),
  import: ofImport.nullable(),
  export_batches: z.array(exportBatch),
})
export type CrmChangesPage = z.infer<typeof crmChangesPage>

/** `POST …/export`: the number of pending changes that the person saw; 409 when it has changed. */
export const exportRequest = z.object({
  confirm_count: z.coerce
    .number('Repeat the number of pending changes.')
    .int('Repeat the number of pending changes.')
    .min(0),
})
/** Reply of `POST …/export` (201) and `POST …/undo` (`moved` went back to pending). */
export const exportReply = z.object({ export_batch: exportBatch, moved: z.number().int() })
