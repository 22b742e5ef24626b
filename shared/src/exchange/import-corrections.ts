import { z } from 'zod'

/** Files with more skipped lines cannot be corrected in the review. */
export const maxCorrected = 50
/** Files with more lines cannot be corrected in the review. */
export const maxCorrectedFile = 100_000

/** A cell of a skipped line, as read; `reason` is null if another cell caused the skip. */
export const badCell = z.object({ field: z.string(), text: z.string(), reason: z.string().nullable() })
export type BadCell = z.infer<typeof badCell>

export const correctedCell = z.object({ field: z.string(), before: z.string(), after: z.string() })
export type CorrectedCell = z.infer<typeof correctedCell>

/** `by` and `at` (ISO 8601 in UTC) are null when they are no longer stored. */
export const lineCorrection = z.object({
  by: z.string().nullable(),
  at: z.string().nullable(),
  cells: z.array(correctedCell),
})

/** Null if there is nothing to correct. `refusal` explains why corrections are impossible, if they are. */
export const correctionOffer = z.object({ refusal: z.string().nullable() }).nullable()
export type CorrectionOffer = z.infer<typeof correctionOffer>

/** `cells` has texts by field; none undoes the correction. `since` is the `at` of the correction that the user saw. */
export const correctLineRequest = z.object({
  line: z.number().int().min(2),
  cells: z.record(z.string().max(100), z.string().max(5000, 'A cell can have at most 5,000 characters.')),
  since: z.iso.datetime({ offset: true }).nullable(),
})
export type CorrectLineRequest = z.infer<typeof correctLineRequest>
