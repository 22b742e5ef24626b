import { z } from 'zod'

/** Codes in a URL, `EN,AS`: any of them fits. Blank is none. */
export const codesFilter = z
  .string()
  .max(500, 'Choose fewer at once.')
  .transform((text) => [
    ...new Set(
      text
        .split(',')
        .map((code) => code.trim())
        .filter(Boolean),
    ),
  ])
  .pipe(z.array(z.string().max(100)).max(50, 'Choose at most 50 at once.'))
  .transform((list) => (list.length > 0 ? list : undefined))
  .optional()

export const yearFilter = (sentence: string) =>
  z.coerce.number(sentence).int(sentence).min(1800, sentence).max(2200, sentence).optional()

export const dayFilter = (sentence: string) => z.iso.date(sentence).optional()

export const yesOrNoFilter = (field: string) => z.enum(['yes', 'no'], `${field} is either yes or no.`).optional()

/** A few words; blank is none. `sentence` says so when they are more than 200 characters. */
export const textFilter = (sentence: string) =>
  z
    .string()
    .trim()
    .max(200, sentence)
    .transform((text) => text || undefined)
    .optional()

/** The beginning of a ZIP code, or a whole one. */
export const zipFilter = z
  .string()
  .trim()
  .regex(/^\d{1,5}$/, 'A ZIP code has up to five digits.')
  .optional()
