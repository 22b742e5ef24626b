import { z } from 'zod'
import { badCell, correctionOffer, lineCorrection } from './import-corrections.ts'
import { importFindings } from './import-findings.ts'
import { importStatus } from './import-states.ts'
import { pageMembers, pageNumber, searchWords } from '../page.ts'

/** The kinds of CRM file that can be imported; the word in URL, JSON and storage. */
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

/** In an undo `new` is a deleted record that comes back, `removed` one that the import had created. */
export const rowOutcomes = ['new', 'changed', 'unchanged', 'skipped', 'removed'] as const
export const rowOutcome = z.enum(rowOutcomes)
export type RowOutcome = z.infer<typeof rowOutcome>

/**
 * `rows` = `new` + `changed` + `unchanged` + `skipped` (+ `removed`, which only an undo has); `warnings` are rows among
 * the applied with a reason; `deletes` is 0 but for employment. Only an undo has `exchange`: rows that are no records
 * but changes and conflicts of the exchange with the CRM. `corrected` are rows that a person has corrected in the review.
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

/** `done` and `total` count rows of the file (records to delete in phase `deleting`); `total` is 0 while unknown. */
export const importProgress = z.object({
  phase: z.enum(['scanning', 'importing', 'deleting', 'finished']),
  done: z.number().int(),
  total: z.number().int(),
})
export type ImportProgress = z.infer<typeof importProgress>

/** The changes of a field in a changed row: it had no value (a flag: no), has another, has none any more. */
export const changeKinds = ['set', 'changed', 'cleared'] as const
export const changeKind = z.enum(changeKinds)
export type ChangeKind = z.infer<typeof changeKind>

/** The number of changed rows with this change of a field. */
export const fieldCount = z.object({ field: z.string(), kind: changeKind, count: z.number().int() })
export type FieldCount = z.infer<typeof fieldCount>

/** The numbers of an import that may be unusual, as words in JSON; one is confirmed as `confirm_<kind>`. */
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

/** An unusual number of an import, the worst first, to repeat as `confirm_<kind>`, with the reason and its rows. */
export const unusual = z.object({
  kind: z.enum(guardKinds),
  number: z.number().int(),
  sentence: z.string(),
  rows: z.object({ outcome: z.string().optional(), field: z.string().optional(), kind: z.string().optional() }),
})
export type Unusual = z.infer<typeof unusual>

/** A header as it is compared: without case, spaces, underscores, and an API name's namespace and `__c`. */
export function foldHeader(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/^contact: /, '')
    .replace(/__c$/, '')
    .replace(/^[a-z]\w*?__(?=\w)/, '')
    .replaceAll(/[\s_]/g, '')
}

/** A column of the file that no field of the type is known for, with a few of its values as an aid. */
const unknownColumn = z.object({ header: z.string(), samples: z.array(z.string()) })
/** A column that is used: header and field; a person assigned it, or said that its dates are day/month/year. */
const knownColumn = z.object({
  header: z.string(),
  field: z.string(),
  by_hand: z.boolean(),
  day_first: z.boolean().optional(),
})

/** The days after its end in which an import can be undone. */
export const undoDays = 30

/** Another batch of the type, as an import and its undo name each other. */
export const relatedBatch = z.object({
  id: z.number().int(),
  file_name: z.string(),
  status: importStatus,
  by: z.string(),
  at: z.string(),
  self: z.string(),
})
export type RelatedBatch = z.infer<typeof relatedBatch>

/** Until when an import can be undone, or why not; null where there is nothing to undo. */
export const undoOffer = z.object({ until: z.string().nullable(), refusal: z.string().nullable() }).nullable()
export type UndoOffer = z.infer<typeof undoOffer>

/** `GET /settings/imports/:type/batches/:id/status`, polled by the page; times are ISO 8601 in UTC. */
export const importStatusReply = z.object({
  id: z.number().int(),
  type: importType,
  status: importStatus,
  section: z.enum(['Scanning', 'Review', 'Importing', 'Results', 'Failed', 'Cancelled']),
  progress: importProgress,
  counts: importCounts.nullable(),
  results: importCounts.nullable(),
  findings: importFindings.nullable(),
  /** Null before the scan, of an undo, and of imports before v0.8.0. */
  field_counts: z.array(fieldCount).nullable(),
  /** In Review: numbers that a commit must repeat, because imports of the type are not usually like this. */
  unusual: z.array(unusual),
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
  /**
   * Required fields that no column of the file fills: all its lines are skipped until a person says which columns do.
   */
  missing_columns: z.array(z.object({ field: z.string(), label: z.string() })),
  conflicts: z.number().int(),
  /** The number of these that wait for a decision. */
  conflicts_left: z.number().int(),
  /** The import that this batch undoes; null for an import. */
  undoes: relatedBatch.nullable(),
  /** The newest undo of this import that is under way or has put something back. */
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

/** One field of a row; null is "no value". */
export const fieldChange = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type FieldChange = z.infer<typeof fieldChange>

/** A row of Review or Results. `line` counts the header as 1; `difference`: how the result differs from the review. */
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

/** The filters of the row list; `warnings` are applied rows with a reason, `corrected` those that a person corrected. */
export const listedOutcome = z.enum([...rowOutcomes, 'warnings', 'deletes', 'corrected'])
const outcomeBeforeCorrections = listedOutcome.exclude(['corrected'])
export type ListedOutcome = z.infer<typeof listedOutcome>

/**
 * Filters of the row list. `opening` is what a review opens on: the changed rows, else the new ones, else those to
 * delete, else all. `field` (one or several, by comma) and `kind` filter the changed rows. Pages count from 1.
 */
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
  q: searchWords,
  page: pageNumber,
})
export type ImportRowsQuery = z.infer<typeof importRowsQuery>

/** `GET /settings/imports/:type/batches/:id` as JSON. `rows` is null when the rows are not there (yet, or any more). */
export const importBatchPage = importStatusReply.extend({
  rows: z.array(importRow).nullable(),
  /** The outcome that the rows are filtered by; null: all, or with `only_corrected` those that a person corrected. */
  outcome: outcomeBeforeCorrections.nullable(),
  only_corrected: z.boolean().optional(),
  ...pageMembers,
  fields: z.array(z.object({ field: z.string(), label: z.string() })),
})
export type ImportBatchPage = z.infer<typeof importBatchPage>

/** `GET /settings/imports` as JSON. */
export const importHub = z.object({
  types: z.array(z.object({ type: importType, last_batch: importStatusReply.nullable() })),
})
export type ImportHub = z.infer<typeof importHub>

/**
 * `GET /settings/imports/headers`: by what a file of each type is recognised; folded headers, those of one field
 * together.
 */
export const importHeaders = z.object({
  types: z.array(
    z.object({ type: importType, fields: z.array(z.object({ names: z.array(z.string()), required: z.boolean() })) }),
  ),
  max_upload_mb: z.number(),
})
export type ImportHeaders = z.infer<typeof importHeaders>

/** `GET /settings/imports/:type` as JSON: what the file must look like, and the batches so far, newest first. */
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
