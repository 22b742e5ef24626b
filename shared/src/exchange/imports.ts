import { z } from 'zod'
import { badCell, correctionOffer, lineCorrection } from './import-corrections.ts'
import { importFindings } from './import-findings.ts'
import { importStatus } from './import-states.ts'
import { pageMembers, pageNumber, searchText } from '../page.ts'

export const importTypes = ['contacts', 'educations', 'areas-of-study', 'employment'] as const
export const importType = z.enum(importTypes)
export type ImportType = z.infer<typeof importType>

export const importTypeNames: Record<
  ImportType,
  { title: string; record: [one: string, many: string]; about: string }
> = {
  contacts: {
    title: 'Contacts',
    record: ['contact', 'contacts'],
    about: 'Names, addresses, e-mails, phones and contact preferences.',
  },
  educations: {
    title: 'Educations',
    record: ['education', 'educations'],
    about: 'Degrees with their date, major and college.',
  },
  'areas-of-study': {
    title: 'Areas of study',
    record: ['area of study', 'areas of study'],
    about: 'Minors, concentrations and second majors.',
  },
  employment: {
    title: 'Employment',
    record: ['employment record', 'employment records'],
    about: 'A full snapshot: records missing from the file are deleted.',
  },
}

/** In an undo, `new` is a restored record that the import deleted, and `removed` a record that the import created. */
export const rowOutcomes = ['new', 'changed', 'unchanged', 'skipped', 'removed'] as const
export const rowOutcome = z.enum(rowOutcomes)
export type RowOutcome = z.infer<typeof rowOutcome>

/**
 * `rows` is the sum of the outcomes. `warnings` counts applied rows with a reason. Only an undo has `exchange`, the
 * number of its rows that are CRM changes or conflicts.
 */
export const importCounts = z.object({
  rows: z.number().int(),
  new: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  skipped: z.number().int(),
  warnings: z.number().int(),
  deletes: z.number().int(),
  removed: z.number().int().optional(),
  exchange: z.number().int().optional(),
  corrected: z.number().int().optional(),
})
export type ImportCounts = z.infer<typeof importCounts>
export const noCounts: Readonly<ImportCounts> = {
  rows: 0,
  new: 0,
  changed: 0,
  unchanged: 0,
  skipped: 0,
  warnings: 0,
  deletes: 0,
}

/** `done` and `total` count rows or, in the phase `deleting`, records. `total` is 0 while unknown. */
export const importProgress = z.object({
  phase: z.enum(['scanning', 'importing', 'deleting', 'finished']),
  done: z.number().int(),
  total: z.number().int(),
})
export type ImportProgress = z.infer<typeof importProgress>

/** `set` means that there was no value before, `cleared` that there is none after. False counts as no value. */
export const changeKinds = ['set', 'changed', 'cleared'] as const
export const changeKind = z.enum(changeKinds)
export type ChangeKind = z.infer<typeof changeKind>

export const fieldCount = z.object({ field: z.string(), kind: changeKind, count: z.number().int() })
export type FieldCount = z.infer<typeof fieldCount>

export const guardKinds = [
  'deletes',
  'new',
  'changed',
  'deceased',
  'alive_again',
  'contact_again',
  'do_not_contact',
  'cleared_emails',
  'cleared_fields',
] as const
export type GuardKind = (typeof guardKinds)[number]

const unusualNumber = z.object({
  kind: z.enum(guardKinds),
  number: z.number().int(),
  message: z.string(),
  rows: z.object({ outcome: z.string().optional(), field: z.string().optional(), kind: z.string().optional() }),
})
export type UnusualNumber = z.infer<typeof unusualNumber>

/** Normalizes a header: removes case, spaces and underscores, and the namespace and `__c` of an API name. */
export function foldHeader(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/^contact: /, '')
    .replace(/__c$/, '')
    .replace(/^[a-z]\w*?__(?=\w)/, '')
    .replaceAll(/[\s_]/g, '')
}

const unknownColumn = z.object({ header: z.string(), samples: z.array(z.string()) })
const knownColumn = z.object({
  header: z.string(),
  field: z.string(),
  by_hand: z.boolean(),
  day_first: z.boolean().optional(),
})

export const undoDays = 30

export const relatedBatch = z.object({
  id: z.number().int(),
  file_name: z.string(),
  status: importStatus,
  by: z.string(),
  at: z.string(),
  self: z.string(),
})
export type RelatedBatch = z.infer<typeof relatedBatch>

/** Either the end of the undo period or a reason why undo is impossible; null if there is nothing to undo. */
export const undoOffer = z.object({ until: z.string().nullable(), refusal: z.string().nullable() }).nullable()
export type UndoOffer = z.infer<typeof undoOffer>

export const importStatusReply = z.object({
  id: z.number().int(),
  type: importType,
  status: importStatus,
  section: z.enum(['Scanning', 'Review', 'Importing', 'Results', 'Failed', 'Cancelled']),
  progress: importProgress,
  counts: importCounts.nullable(),
  results: importCounts.nullable(),
  findings: importFindings.nullable(),
  /** Null before the scan, in an undo, and in imports before v0.8.0. */
  field_counts: z.array(fieldCount).nullable(),
  /** Numbers that must be repeated to commit a reviewed batch, most serious first. */
  unusual: z.array(unusualNumber),
  error: z.string().nullable(),
  started_at: z.string(),
  updated_at: z.string(),
  finished_at: z.string().nullable(),
  imported_by: z.string(),
  file_name: z.string(),
  file_size: z.number().int(),
  columns: z.array(knownColumn),
  unknown_columns: z.array(unknownColumn),
  refused_columns: z.array(z.string()),
  missing_columns: z.array(z.object({ field: z.string(), label: z.string() })),
  conflicts: z.number().int(),
  conflicts_left: z.number().int(),
  undoes: relatedBatch.nullable(),
  /** The newest undo of this import that is active or has restored something. */
  undone_by: relatedBatch.nullable(),
  undo: undoOffer,
  corrections: correctionOffer.optional(),
  links: z.object({
    self: z.string(),
    status: z.string(),
    commit: z.string(),
    cancel: z.string(),
    columns: z.string(),
    undo: z.string(),
    issues: z.string().nullable(),
    conflicts: z.string().nullable(),
    crm_changes: z.string().nullable(),
  }),
})
export type ImportStatusReply = z.infer<typeof importStatusReply>

export const fieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type FieldChange = z.infer<typeof fieldChange>

/** The header is `line` 1. `difference` describes how the result differs from the review. */
export const importRow = z.object({
  line: z.number().int(),
  outcome: rowOutcome,
  key: z.string(),
  name: z.string(),
  reason: z.string().nullable(),
  difference: z.string().nullable(),
  changes: z.array(fieldChange),
  cells: z.array(badCell).optional(),
  corrected: lineCorrection.optional(),
})
export type ImportRow = z.infer<typeof importRow>

export const listedOutcome = z.enum([...rowOutcomes, 'warnings', 'deletes', 'corrected'])
const outcomeBeforeCorrections = listedOutcome.exclude(['corrected'])
export type ListedOutcome = z.infer<typeof listedOutcome>

/** `opening` selects changed rows, if there are any, else new or deleted rows. `field` is a comma-separated list. */
export const importRowsQuery = z.object({
  outcome: z
    .enum([...listedOutcome.options, 'all', 'opening'])
    .optional()
    .catch(undefined),
  field: z
    .string()
    .regex(/^\w{1,40}(,\w{1,40}){0,40}$/)
    .optional()
    .catch(undefined),
  kind: changeKind.optional().catch(undefined),
  q: searchText,
  page: pageNumber,
})
export type ImportRowsQuery = z.infer<typeof importRowsQuery>

/** `rows` is null while the batch has no manifest. */
export const importBatchPage = importStatusReply.extend({
  rows: z.array(importRow).nullable(),
  /** The outcome filter; null selects all rows, or the corrected rows if `only_corrected` is set. */
  outcome: outcomeBeforeCorrections.nullable(),
  only_corrected: z.boolean().optional(),
  ...pageMembers,
  fields: z.array(z.object({ field: z.string(), label: z.string() })),
})
export type ImportBatchPage = z.infer<typeof importBatchPage>

export const importHub = z.object({
  types: z.array(z.object({ type: importType, last_batch: importStatusReply.nullable() })),
})
export type ImportHub = z.infer<typeof importHub>

/** The folded headers of each field, which identify the type of a file. */
export const importHeaders = z.object({
  types: z.array(
    z.object({ type: importType, fields: z.array(z.object({ names: z.array(z.string()), required: z.boolean() })) }),
  ),
  max_upload_mb: z.number(),
})
export type ImportHeaders = z.infer<typeof importHeaders>

export const importTypePage = z.object({
  type: importType,
  max_upload_mb: z.number(),
  fields: z.array(z.object({ field: z.string(), label: z.string(), required: z.boolean() })),
  aliases: z.array(z.object({ header: z.string(), field: z.string() })),
  active: importStatusReply.nullable(),
  batches: z.array(importStatusReply),
  page: z.number().int(),
  pages: z.number().int(),
  total: z.number().int(),
})
export type ImportTypePage = z.infer<typeof importTypePage>
