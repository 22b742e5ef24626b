import { z } from 'zod'
import { pageMembers, pageNumber, rowsPerPage, searchText } from '../page.ts'

export const crmChangeStatuses = ['pending', 'exported', 'verified'] as const
export const crmChangeStatus = z.enum(crmChangeStatuses)
export type CrmChangeStatus = z.infer<typeof crmChangeStatus>

/** Withdrawing a change deletes it, so it is not a transition. */
export const crmChangeMoves = {
  export: { from: ['pending'], to: 'exported', trigger: 'A person exports the change for the CRM.' },
  undo: { from: ['exported'], to: 'pending', trigger: 'A person undoes an export that the CRM has not confirmed.' },
  verify: { from: ['exported'], to: 'verified', trigger: 'A contacts import from the CRM shows the new value.' },
} as const satisfies Record<string, { from: readonly CrmChangeStatus[]; to: CrmChangeStatus; trigger: string }>
export type CrmChangeMove = keyof typeof crmChangeMoves

export const exportBatchesShown = 10

const text = z.string().nullable()
const batchId = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1)
const person = { buid: z.string(), name: z.string() }

const importRef = z.object({ id: z.number().int(), file_name: z.string(), imported_by: z.string() })
export type ImportRef = z.infer<typeof importRef>

const conflictStates = ['open', 'resolved', 'all'] as const
export const conflictsQuery = z.object({
  batch_id: batchId.optional().catch(undefined),
  state: z.enum(conflictStates).catch('open'),
  q: searchText,
  page: pageNumber,
})
export type ConflictsQuery = z.infer<typeof conflictsQuery>

const conflictSide = z.enum(['ours', 'theirs'])
export type ConflictSide = z.infer<typeof conflictSide>

/** `current` is the value on file. `made_by` and `made_at` are null if our change has been withdrawn. */
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
  resolution: conflictSide.nullable(),
  resolved_at: text,
  resolved_by: text,
  /** `undo` reopens a conflict that a person has resolved. */
  links: z.object({ undo: text }),
})
export type CrmConflict = z.infer<typeof crmConflict>

/** `total` ignores the search words. */
export const conflictsPage = z.object({
  conflicts: z.array(crmConflict),
  ...pageMembers,
  total: z.number().int(),
  import: importRef.nullable(),
})
export type ConflictsPage = z.infer<typeof conflictsPage>

export const openConflictsReply = z.object({ open: z.number().int() })

/** Replies 409 if the CRM's value is no longer `theirs`. */
export const resolveRequest = z.object({ keep: conflictSide, theirs: text.optional() })

/** `confirm_count` is the expected number of open conflicts that match `filter` and have an ID above `after`. */
export const resolveManyRequest = z.union([
  z.object({ keep: conflictSide, ids: z.array(z.number().int().min(1)).min(1).max(rowsPerPage) }),
  z.object({
    keep: conflictSide,
    filter: z.object({ batch_id: batchId.optional(), q: searchText }),
    confirm_count: z.number().int().min(1),
    after: z.number().int().min(0).default(0),
  }),
])
export type ResolveManyRequest = z.infer<typeof resolveManyRequest>

/** `next` contains the values for a request that continues with the remaining conflicts; null if none remain. */
export const resolveManyReply = z.object({
  resolved: z.number().int(),
  refused: z.array(z.object({ id: z.number().int(), ...person, field: z.string(), error: z.string() })),
  next: z.object({ after: z.number().int(), confirm_count: z.number().int() }).nullable(),
})
export type ResolveManyReply = z.infer<typeof resolveManyReply>

export const waitingAges = ['week', 'month', 'older'] as const
export type WaitingAge = (typeof waitingAges)[number]
const waitingAge = z.enum(waitingAges)

const changeFilter = {
  batch_id: batchId.optional(),
  age: waitingAge.optional(),
  /** `missing` selects people without a CRM ID, which the CRM's loader needs. */
  crm_id: z.enum(['missing']).optional(),
  q: searchText,
}

/** `state` defaults to `verified` if `batch_id` is set, else to `pending`. */
export const crmChangesQuery = z.object({
  batch_id: changeFilter.batch_id.catch(undefined),
  age: changeFilter.age.catch(undefined),
  crm_id: changeFilter.crm_id.catch(undefined),
  state: z
    .enum([...crmChangeStatuses, 'all'])
    .optional()
    .catch(undefined),
  q: searchText,
  page: pageNumber,
})
export type CrmChangesQuery = z.infer<typeof crmChangesQuery>

/** `is_contradicted` is true while the change has an open conflict. */
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

/** `changes` counts all exported changes: `verified` ones are confirmed by the CRM, `waiting` ones are not. */
export const exportBatch = z.object({
  id: z.number().int(),
  exported_by: z.string(),
  exported_at: z.string(),
  changes: z.number().int(),
  waiting: z.number().int(),
  verified: z.number().int(),
  undone_at: text,
  undone_by: text,
  /** Links are null after an undo; `csv` is for people, `loader_csv` for the CRM's loader. */
  links: z.object({ csv: text, loader_csv: text, undo: text }),
})
export type ExportBatch = z.infer<typeof exportBatch>

const waitingCounts = z.object({
  week: z.number().int(),
  month: z.number().int(),
  older: z.number().int(),
  since: text,
})
export type WaitingCounts = z.infer<typeof waitingCounts>

const changeSet = z.object({ count: z.number().int().min(0), digest: z.string().max(40) })
/** Identifies the changes on all pages, so that an export includes exactly these. `loadable` changes have a CRM ID. */
export const shownChanges = z.object({
  up_to: z.number().int().min(0),
  as_of: z.iso.datetime(),
  last_export: z.number().int().min(0),
  all: changeSet,
  loadable: changeSet,
})
export type ShownChanges = z.infer<typeof shownChanges>

/** `counts` and `waiting` ignore the filters; `shown` is null unless the list shows pending changes. */
export const crmChangesPage = z.object({
  changes: z.array(crmChange),
  state: z.enum([...crmChangeStatuses, 'all']),
  ...pageMembers,
  counts: z.object({ pending: z.number().int(), exported: z.number().int(), verified: z.number().int() }),
  waiting: z.object({ pending: waitingCounts, exported: waitingCounts }),
  shown: shownChanges.nullable(),
  import: importRef.nullable(),
  export_batches: z.array(exportBatch),
})
export type CrmChangesPage = z.infer<typeof crmChangesPage>

/**
 * Without `shown`, exports every pending change that matches at that time. Replies 409 if there are none, or if they
 * differ from `confirm_count` or `shown`.
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
export const exportReply = z.object({ export_batch: exportBatch, moved: z.number().int() })

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
export const undoChangeRequest = z.object({ after: text })
export const withdrawReply = z.object({
  withdrawn: z.number().int(),
  refused: z.array(z.object({ id: z.number().int(), error: z.string() })),
})
export type WithdrawReply = z.infer<typeof withdrawReply>
