import { z } from 'zod'
import { foundAlumnus } from './search.ts'

export const maxBatchLines = 5000
const maxLineLength = 200
/** The most people who are named for a line, the best first; `total` counts all who fit. */
export const maxCandidates = 20
/** The most lines with an unknown name that are searched again with slips forgiven, as the search does. */
export const maxForgiven = 300
/** A name that more people resemble resembles no one's. */
export const maxSimilar = 8

const number = new Intl.NumberFormat('en-US')

/** Why lines cannot be looked up, as a sentence; undefined when they can. Blank lines count for nothing. */
export function refuseLines(lines: readonly string[]): string | undefined {
  const given = lines.filter((line) => line.trim() !== '').length
  if (given > maxBatchLines)
    return `There are ${number.format(given)} lines. At most ${number.format(maxBatchLines)} can be looked up at once.`
  const index = lines.findIndex((line) => line.trim().length > maxLineLength)
  if (index >= 0)
    return `Line ${number.format(index + 1)} has ${number.format(lines[index]!.trim().length)} characters. A line has one name or e-mail address, of at most ${maxLineLength} characters.`
  return undefined
}

/** `POST /tools/batch_search`. One name, e-mail address, BUID or contact id a line; blank lines are left out. */
export const batchSearchRequest = z.object({
  lines: z.array(z.string('Each line is a text.'), 'The lines are a list of texts.').check((context) => {
    const sentence = refuseLines(context.value)
    if (sentence) context.issues.push({ code: 'custom', message: sentence, input: context.value })
  }),
})

/** Someone who fits a line. */
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

/** The answer to one line. `line` counts from 1 with the blank ones; `same_as` is the first line that asks the same. */
const batchLine = z.object({
  line: z.number().int(),
  read_as: z.enum(['email', 'name', 'buid', 'contact_id']),
  same_as: z.number().int().nullable(),
  outcome: z.enum(batchOutcomes),
  /** The number of people who fit; `buids` are the first. */
  total: z.number().int(),
  buids: z.array(z.string()),
  /** People with a similar name, or the only one with this name if of another class; staff decide who is meant. */
  similar: z.array(z.string()),
})
export type BatchLine = z.infer<typeof batchLine>

/**
 * Reply of `POST /tools/batch_search`: the lines in their order, and each person once, whom the BUIDs of lines name.
 */
export const batchSearchReply = z.object({
  blank: z.number().int(),
  counts: z.object({ one: z.number().int(), several: z.number().int(), none: z.number().int() }),
  lines: z.array(batchLine),
  people: z.array(batchPerson),
})
export type BatchSearchReply = z.infer<typeof batchSearchReply>

/** `PATCH /tools/batch_search`: a file with contact data is about to be saved, which has so many lines. */
export const batchFileRequest = z.object({ lines: z.number().int().min(1).max(maxBatchLines) })
