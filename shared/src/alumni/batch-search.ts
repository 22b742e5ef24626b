import { z } from 'zod'
import { foundAlumnus } from './search.ts'

export const maxBatchLines = 5000
const maxLineLength = 200
export const maxCandidates = 20
/** Maximum number of names without matches that are searched again with spelling correction. */
export const maxCorrectedLines = 300
/** If more people than this have a similar name, none is suggested. */
export const maxSimilar = 8

const numberFormat = new Intl.NumberFormat('en-US')

/** Ignores blank lines. */
export function describeLinesProblem(lines: readonly string[]): string | undefined {
  const lineCount = lines.filter((line) => line.trim() !== '').length
  if (lineCount > maxBatchLines)
    return `There are ${numberFormat.format(lineCount)} lines. At most ${numberFormat.format(maxBatchLines)} can be looked up at once.`
  const index = lines.findIndex((line) => line.trim().length > maxLineLength)
  if (index >= 0)
    return `Line ${numberFormat.format(index + 1)} has ${numberFormat.format(lines[index]!.trim().length)} characters. A line has one name or e-mail address, of at most ${maxLineLength} characters.`
  return undefined
}

/** Each line is a name, e-mail address, BUID or contact ID; blank lines are skipped. */
export const batchSearchRequest = z.object({
  lines: z.array(z.string('Each line is a text.'), 'The lines are a list of texts.').check((context) => {
    const message = describeLinesProblem(context.value)
    if (message) context.issues.push({ code: 'custom', message, input: context.value })
  }),
})

export const batchPerson = foundAlumnus.pick({
  id: true,
  buid: true,
  contact_id: true,
  name: true,
  recent_degree: true,
  class_years: true,
  primary_email: true,
  city: true,
  state: true,
  country: true,
  deceased: true,
  do_not_contact: true,
  do_not_email: true,
})
export type BatchPerson = z.infer<typeof batchPerson>

const batchOutcomes = ['one', 'several', 'none'] as const

/** `line` counts from 1 and includes blank lines. `same_as` is the number of an earlier, equivalent line, or null. */
const batchLine = z.object({
  line: z.number().int(),
  read_as: z.enum(['email', 'name', 'buid', 'contact_id']),
  same_as: z.number().int().nullable(),
  outcome: z.enum(batchOutcomes),
  /** Number of matches; `buids` has at most `maxCandidates`. */
  total: z.number().int(),
  buids: z.array(z.string()),
  /** People with a similar name, or the only person with this name if the class on file differs. */
  similar: z.array(z.string()),
})
export type BatchLine = z.infer<typeof batchLine>

export const batchSearchReply = z.object({
  blank: z.number().int(),
  counts: z.object({ one: z.number().int(), several: z.number().int(), none: z.number().int() }),
  lines: z.array(batchLine),
  people: z.array(batchPerson),
})
export type BatchSearchReply = z.infer<typeof batchSearchReply>

export const batchFileRequest = z.object({ lines: z.number().int().min(1).max(maxBatchLines) })
