import { z } from 'zod'

/** The most skipped lines that are corrected on the page, and the most lines of a file whose review may be corrected. */
export const maxCorrected = 50
export const maxCorrectedFile = 100_000

/** A cell of a skipped line, as it was read, with what is wrong with it where that is not said by another cell. */
export const badCell = z.object({ field: z.string(), text: z.string(), reason: z.string().nullable() })
export type BadCell = z.infer<typeof badCell>

/** A cell as uploaded and as corrected. */
export const correctedCell = z.object({ field: z.string(), before: z.string(), after: z.string() })
export type CorrectedCell = z.infer<typeof correctedCell>

/** The correction of a line: who made it and when (ISO 8601 in UTC), null where that is no longer stored. */
export const lineCorrection = z.object({
  by: z.string().nullable(),
  at: z.string().nullable(),
  cells: z.array(correctedCell),
})

/** Whether skipped lines can be corrected in the review; `refusal` says why not. Null: there are none, or no review. */
export const correctionOffer = z.object({ refusal: z.string().nullable() }).nullable()
export type CorrectionOffer = z.infer<typeof correctionOffer>

/**
 * `POST …/corrections`: the new texts of a skipped line's cells, by field; none takes the correction back. `since` is the
 * `at` of the correction that the person has seen, null for none.
 */
export const correctLineRequest = z.object({
  line: z.number().int().min(2),
  cells: z.record(z.string().max(100), z.string().max(5000, 'A cell can have at most 5,000 characters.')),
  since: z.iso.datetime({ offset: true }).nullable(),
})
export type CorrectLineRequest = z.infer<typeof correctLineRequest>
