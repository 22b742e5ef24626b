import { z } from 'zod'
import { withPlainDigits } from './digits.ts'
import { withoutFormatCharacters } from './format-characters.ts'

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

export const yearFilter = (message: string) =>
  z.coerce.number(message).int(message).min(1800, message).max(2200, message).optional()

export type Span<Filters extends z.ZodObject> = [
  from: string & keyof z.output<Filters>,
  to: string & keyof z.output<Filters>,
  message: string,
]

/** Adds an error to the second filter of a range if the range ends before it starts. */
export function withOrderedSpans<Filters extends z.ZodObject>(
  filters: Filters,
  spans: readonly Span<NoInfer<Filters>>[],
): Filters {
  return filters.superRefine((values, context) => {
    for (const [from, to, message] of spans) {
      const [first, last] = [values[from], values[to]] as (string | number | undefined)[]
      if (first !== undefined && last !== undefined && first > last)
        context.addIssue({ code: 'custom', path: [to], message })
    }
  })
}

export const dayFilter = (message: string) => z.iso.date(message).optional()

export const yesOrNoFilter = (field: string) => z.enum(['yes', 'no'], `${field} is either yes or no.`).optional()

/** Builds the schema of optional text. Blank text becomes undefined; `message` is the error for too long a text. */
export const textFilter = (message: string, maxLength = 200) =>
  z
    .string()
    .transform((text) => withoutFormatCharacters(text).trim())
    .pipe(z.string().max(maxLength, message))
    .transform((text) => text || undefined)
    .optional()

export const searchFilter = textFilter('Search for at most 200 characters.')
  .transform((text) => text && withPlainDigits(text))
  .optional()

export const milesFilter = z.coerce
  .number('Enter the distance in miles, such as 25.')
  .int('Enter a whole number of miles.')
  .min(1, 'Enter a distance of 1 to 500 miles.')
  .max(500, 'Enter a distance of 1 to 500 miles.')
  .optional()
/** Builds a schema that rejects a former filter, because without it a saved search would find more people. */
export const formerFilter = (name: string) => z.undefined(`“${name}” is not a filter anymore. Remove it.`).optional()
