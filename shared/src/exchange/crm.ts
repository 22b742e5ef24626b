import { z } from 'zod'
import { pageMembers, pageNumber, rowsPerPage, searchWords } from '../page.ts'

/** A change made here that the CRM must receive. */
export const crmChangeStatuses = ['pending', 'exported', 'verified'] as const
export const crmChangeStatus = z.enum(crmChangeStatuses)
export type CrmChangeStatus = z.infer<typeof crmChangeStatus>

/** Every move a CRM data change may make. A change that is withdrawn makes none: it is deleted. */
export const crmChangeMoves = {
  export: { from: ['pending'], to: 'exported', meaning: 'Someone has taken all pending changes to the CRM.' },
  undo: { from: ['exported'], to: 'pending', meaning: 'The export was undone before the CRM confirmed the change.' },
  verify: { from: ['exported'], to: 'verified', meaning: 'A file from the CRM shows the value.' },
} as const satisfies Record<string, { from: readonly CrmChangeStatus[]; to: CrmChangeStatus; meaning: string }>
export type CrmChangeMove = keyof typeof crmChangeMoves

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

const conflictStates = ['open', 'resolved', 'all'] as const
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

/**
 * The CRM has `theirs` in a field that was changed here to `ours`. `current` is what is on file now; null stands for no
 * value. `made_by` and `made_at` are null once the change is withdrawn; `file_name` and `read_at` are those of the
 * newest import that contradicted it, `batch_id`.
 */
export const crmConflict = z.object({
  id: z.number().int(),
  ...person,
  field: z.string(),
  ours: text,
  theirs: text,
  current: text,
  made_by: text,
  made_at: text,
  batch_id: z.number().int(),
  file_name: z.string(),
  read_at: z.string(),
  created_at: z.string(),
  resolution: keep.nullable(),
  resolved_at: text,
  resolved_by: text,
  /** Opens a settled one again; null where it is open, or has ended by itself. */
  links: z.object({ undo: text }),
})
export type CrmConflict = z.infer<typeof crmConflict>

/** `GET /settings/crm/conflicts` as JSON. `total` counts those of any words. */
export const conflictsPage = z.object({
  conflicts: z.array(crmConflict),
  ...pageMembers,
  total: z.number().int(),
  import: ofImport.nullable(),
})
export type ConflictsPage = z.infer<typeof conflictsPage>

/** `GET /settings/crm/conflicts/open`: how many wait for a decision. */
export const openConflictsReply = z.object({ open: z.number().int() })

/**
 * `POST /settings/crm/conflicts/:id`, answered with the conflict. `theirs` is what the person saw; when the CRM says
 * something else by now, it is a 409.
 */
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

/**
 * The time that a change has waited: a pending one since it was made, an exported one since its export. `month`: a week
 * to 30 days.
 */
export const waitingAges = ['week', 'month', 'older'] as const
export type WaitingAge = (typeof waitingAges)[number]
const waitingAge = z.enum(waitingAges)

const changeFilter = {
  /** Changes that this contacts import verified or contradicted. */
  batch_id: batchId.optional(),
  age: waitingAge.optional(),
  /** `missing`: of people whom the CRM's loader cannot find, for we do not know their CRM ID. */
  crm_id: z.enum(['missing']).optional(),
  q: searchWords,
}

/** Filters of `/settings/crm/crm_changes`. Without `state`: pending, or with a `batch_id` verified. */
export const crmChangesQuery = z.object({
  batch_id: changeFilter.batch_id.catch(undefined),
  age: changeFilter.age.catch(undefined),
  crm_id: changeFilter.crm_id.catch(undefined),
  state: z
    .enum([...crmChangeStatuses, 'all'])
    .optional()
    .catch(undefined),
  q: searchWords,
  page: pageNumber,
})
export type CrmChangesQuery = z.infer<typeof crmChangesQuery>

/** `is_contradicted`: a conflict about it is open. */
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
  has_crm_id: z.boolean(),
  is_contradicted: z.boolean(),
})
export type CrmChange = z.infer<typeof crmChange>

/**
 * `changes` counts at the export; of these `waiting` are exported still and `verified` confirmed; the others were
 * withdrawn, went back to pending, or the export was undone.
 */
export const exportBatch = z.object({
  id: z.number().int(),
  exported_by: z.string(),
  exported_at: z.string(),
  changes: z.number().int(),
  waiting: z.number().int(),
  verified: z.number().int(),
  undone_at: text,
  undone_by: text,
  /** `csv` is for people, `loader_csv` for the CRM's loader. */
  links: z.object({ csv: text, loader_csv: text, undo: text }),
})
export type ExportBatch = z.infer<typeof exportBatch>

const waiting = z.object({
  week: z.number().int(),
  month: z.number().int(),
  older: z.number().int(),
  /** The time since which the oldest waits. */
  since: text,
})
export type Waiting = z.infer<typeof waiting>

const set = z.object({ count: z.number().int().min(0), digest: z.string().max(40) })
/**
 * The pending changes that a page shows, on all its pages: up to this id, as of this moment, with the export that was
 * the last one then. `loadable` are those of people with a CRM ID. Repeated to mark exactly these as exported.
 */
export const shownChanges = z.object({
  up_to: z.number().int().min(0),
  as_of: z.iso.datetime(),
  last_export: z.number().int().min(0),
  all: set,
  loadable: set,
})
export type ShownChanges = z.infer<typeof shownChanges>

/**
 * `GET /settings/crm/crm_changes` as JSON; `counts` and `waiting` are of all changes, whatever the filters. `shown` is
 * null unless pending ones are.
 */
export const crmChangesPage = z.object({
  changes: z.array(crmChange),
  state: z.enum([...crmChangeStatuses, 'all']),
  ...pageMembers,
  counts: z.object({ pending: z.number().int(), exported: z.number().int(), verified: z.number().int() }),
  waiting: z.object({ pending: waiting, exported: waiting }),
  shown: shownChanges.nullable(),
  import: ofImport.nullable(),
  export_batches: z.array(exportBatch),
})
export type CrmChangesPage = z.infer<typeof crmChangesPage>

/**
 * `POST …/export`: the number of changes that the person saw. With `shown` and the page's filters exactly those are
 * marked, or of them those that the CRM's loader can take; 409 when one of them is gone or has changed. Without, all
 * that are pending; 409 when their number has changed.
 */
export const exportRequest = z.object({
  confirm_count: z.coerce
    .number('Type the number of pending changes.')
    .int('Type the number of pending changes.')
    .min(0),
  filter: z.object(changeFilter).optional(),
  shown: shownChanges.optional(),
  only_loadable: z.boolean().default(false),
})
export type ExportRequest = z.infer<typeof exportRequest>
/** Reply of `POST …/export` (201) and `POST …/undo` (`moved` went back to pending). */
export const exportReply = z.object({ export_batch: exportBatch, moved: z.number().int() })

/** `POST …/withdrawals`: pending changes with the value that the person saw, which are not to reach the CRM. */
export const withdrawRequest = z.object({
  changes: z
    .array(z.object({ id: z.number().int().min(1), after: text }))
    .min(1)
    .max(rowsPerPage),
  reason: z
    .string()
    .trim()
    .max(500, 'A reason has at most 500 characters.')
    .transform((reason) => reason || null)
    .nullable()
    .default(null),
})
/**
 * `POST /alumni/:buid/crm_changes/:id/undo`, of a pending change with the value that the person saw: the record has
 * again what was before it. 409 as in `refused`.
 */
export const undoChangeRequest = z.object({ after: text })
export const withdrawReply = z.object({
  withdrawn: z.number().int(),
  refused: z.array(z.object({ id: z.number().int(), error: z.string() })),
})
export type WithdrawReply = z.infer<typeof withdrawReply>
