import { z } from 'zod'

export const maxEngagements = 10_000
export const maxDescriptionLength = 500
export const maxActivityCodeLength = 100

export const maxBatchBytes = 5 * 1024 * 1024

/** Excludes control characters. API testers generate values from these expressions, so they must be portable. */
const printable = {
  batchId: /^[^\x00-\x1f\x7f-\x9f]{1,200}$/u,
  source: /^[^\x00-\x1f\x7f-\x9f]{0,100}$/u,
}
const isWellFormed = (text: string) => text.isWellFormed()

/** An invalid value rejects only its row; a wrong type rejects the whole batch. */
export const engagementInput = z.object({
  buid: z.string('buid is text.').meta({ description: 'The alumnus: B and eight digits.', example: 'B00000001' }),
  activity_code: z.string('activity_code is text.').meta({
    description: `The kind of activity, up to ${maxActivityCodeLength} characters.`,
    example: 'event_attended',
  }),
  engagement_date: z
    .string('engagement_date is text.')
    .meta({ description: 'The day, YYYY-MM-DD, from 1900-01-01 to a year ahead.', example: '2026-10-03' }),
  description: z
    .string('description is text or null.')
    .nullish()
    .meta({ description: `What it was, up to ${maxDescriptionLength} characters.`, example: 'Homecoming' }),
})
export type EngagementInput = z.infer<typeof engagementInput>

export const engagementBatchRequest = z.object({
  batch_id: z
    .string('batch_id is text.')
    .regex(printable.batchId, 'batch_id has 1 to 200 printable characters.')
    .refine(isWellFormed, 'batch_id has 1 to 200 printable characters.')
    .meta({
      description: 'Names this batch, once for each API key: sent again, it is not stored again.',
      example: 'homecoming-2026-10-03',
    }),
  source: z
    .string('source is text.')
    .regex(printable.source, 'source has at most 100 printable characters.')
    .refine(isWellFormed, 'source has at most 100 printable characters.')
    .optional()
    .meta({ description: 'The system or event that it comes from.', example: 'Events app' }),
  engagements: z
    .array(engagementInput, 'engagements is a list.')
    .min(1, 'The batch has no engagements.')
    .max(
      maxEngagements,
      `A batch has at most ${maxEngagements.toLocaleString('en-US')} engagements. Send several batches.`,
    ),
})
export type EngagementBatchRequest = z.infer<typeof engagementBatchRequest>

export const engagementError = z.object({ index: z.number().int(), buid: z.string(), error: z.string() })
export type EngagementError = z.infer<typeof engagementError>

/** `already_processed` repeats the counts of the first reply; `received` = `inserted` + `failed`. */
export const engagementBatchReply = z.object({
  status: z.enum(['processed', 'already_processed']),
  batch_id: z.string(),
  received: z.number().int(),
  inserted: z.number().int(),
  failed: z.number().int(),
  errors: z.array(engagementError),
})
export type EngagementBatchReply = z.infer<typeof engagementBatchReply>
