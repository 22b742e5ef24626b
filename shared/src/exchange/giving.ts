import { z } from 'zod'
import { pageMembers, pageNumber } from '../page.ts'
import { undoOffer } from './imports.ts'

export const givingUrl = '/settings/engagement_activities/import_giving'

export const giftCode = 'gift'
export const maxGiftRows = 1_000_000
export const previewHours = 24

export const giftColumns = { crm_id: 'CRM Contact ID', gift_date: 'Gift Date' } as const

export const giftRowOutcomes = [
  'gift',
  'duplicate',
  'unmatched',
  'ambiguous',
  'outside',
  'untouched',
  'unreadable',
] as const
export type GiftRowOutcome = (typeof giftRowOutcomes)[number]

/** A duplicate needs no reason, because an identical row is imported. */
export const giftRowReasons = {
  unmatched: 'Unmatched contact ID',
  ambiguous: 'Several alumni have this contact ID',
  outside: 'Outside the coverage window',
  untouched: 'The fiscal year is not replaced',
  unreadable: 'The line cannot be read',
} as const satisfies Partial<Record<GiftRowOutcome, string>>

const whole = z.number().int()
const date = z.iso.date()

export const givingYear = z.object({
  year: whole,
  from: date,
  last: date,
  is_replaced: z.boolean(),
  reason: z.string().nullable(),
  repull_from: date.nullable(),
  gap_days: whole.nullable(),
  rows_in_file: whole,
  new_gifts: whole,
  gifts_before: whole,
  gifts_after: whole,
  givers_before: whole,
  givers_after: whole,
  needs_loss_confirmation: z.boolean(),
})
export type GivingYear = z.infer<typeof givingYear>

export const givingEvaluation = z.object({
  years: z.array(givingYear),
  rows: z.object({ rows: whole, ...Object.fromEntries(giftRowOutcomes.map((outcome) => [outcome, whole])) } as {
    rows: typeof whole
  } & Record<GiftRowOutcome, typeof whole>),
  deletes: whole,
  inserts: whole,
  confirm_gap: whole.nullable(),
  /** Number of lost donors that the user must confirm, if any, summed over the years with a large loss. */
  confirm_loss: whole.nullable(),
})
export type GivingEvaluation = z.infer<typeof givingEvaluation>

/** A preview, before or after it is committed; times are ISO 8601 in UTC. */
export const givingPreview = givingEvaluation.extend({
  id: whole,
  coverage_start: date,
  coverage_end: date,
  /** The end of the window or the day of the upload, whichever is earlier. */
  covered_to: date,
  uploaded_by: z.string(),
  uploaded_at: z.string(),
  expires_at: z.string(),
  committed_at: z.string().nullable(),
  /** Null before the commit and after an undo. */
  undo: undoOffer,
  undone_by: z.string().nullable(),
  undone_at: z.string().nullable(),
  links: z.object({ self: z.string(), issues: z.string().nullable() }),
})
export type GivingPreview = z.infer<typeof givingPreview>

export const givingImport = z.object({
  id: whole,
  imported_by: z.string(),
  imported_at: z.string(),
  coverage_start: date,
  coverage_end: date,
  years: z.array(whole),
  deleted: whole,
  inserted: whole,
  unmatched: whole,
  undone_by: z.string().nullable(),
  links: z.object({ self: z.string() }),
})
export type GivingImport = z.infer<typeof givingImport>

const previewId = z.coerce
  .number('preview_id is the number of a preview.')
  .int('preview_id is the number of a preview.')
  .min(1, 'preview_id is the number of a preview.')
  .max(2 ** 31 - 1, 'preview_id is the number of a preview.')

export const givingQuery = z.object({ preview_id: previewId.optional(), page: pageNumber })
export type GivingQuery = z.infer<typeof givingQuery>
export const previewRef = z.object({ preview_id: previewId })

/** `left_out` gifts are not restored, because the person was deleted or the recorded list was undone. */
export const undoGivingReply = z.object({ preview: givingPreview, removed: whole, restored: whole, left_out: whole })
export type UndoGivingReply = z.infer<typeof undoGivingReply>

/** `waiting` are the user's uncommitted previews; `imports` are newest first. */
export const givingPage = z.object({
  preview: givingPreview.nullable(),
  waiting: z.array(z.object({ id: whole, coverage_start: date, coverage_end: date, uploaded_at: z.string() })),
  imports: z.array(givingImport),
  ...pageMembers,
  today: date,
  fiscal_year_start: z.string(),
  max_upload_mb: z.number(),
  has_crm_ids: z.boolean(),
})
export type GivingPage = z.infer<typeof givingPage>

export const coverageForm = z
  .object({
    coverage_start: date.refine(isPlausible, 'The window begins between 1800 and 2200.'),
    coverage_end: date.refine(isPlausible, 'The window ends between 1800 and 2200.'),
  })
  .refine(({ coverage_start, coverage_end }) => coverage_start <= coverage_end, {
    path: ['coverage_end'],
    message: 'The window ends before it starts.',
  })
export type CoverageForm = z.infer<typeof coverageForm>

function isPlausible(day: string): boolean {
  return day >= '1800-01-01' && day <= '2200-12-31'
}

const confirmed = z
  .union([
    z.boolean(),
    z.literal(['true', 'on', '1']).transform(() => true),
    z.literal(['', 'false', '0']).transform(() => false),
  ])
  .default(false)

export const commitGivingRequest = z.object({ preview_id: previewId, confirm_gap: confirmed, confirm_loss: confirmed })
export type CommitGivingRequest = z.infer<typeof commitGivingRequest>
