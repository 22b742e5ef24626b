import { z } from 'zod'
import { recentDegree } from './record.ts'

export const affinityCategories = [
  'Athletics',
  'Campus Life',
  'Geographic',
  'Greek Life',
  'Instrumental Ensembles',
  'Post Graduation',
  'Spiritual Life',
  'Vocal Ensembles',
] as const

const singleText = (name: string) =>
  z
    .string({
      error: ({ input }) =>
        input === undefined ? `The ${name} parameter is required.` : `Give the ${name} parameter only once.`,
    })
    .trim()
    .refine((text) => !text.includes('\0'), `The ${name} parameter contains a character that no text has.`)
const required = (name: string) => singleText(name).refine((text) => text !== '', `The ${name} parameter is required.`)
/** A blank parameter counts as missing, because forms send every field. */
const optional = (name: string) =>
  singleText(name)
    .transform((text) => text || undefined)
    .optional()
const dayParameter = (name: string) =>
  optional(name).pipe(z.iso.date(`${name} is a date such as 2026-07-01.`).optional())
const yearParameter = optional('year').pipe(
  z
    .string()
    .regex(/^[+-]?\d+$/, 'year is a whole number such as 2026.')
    .transform(Number)
    .optional(),
)

export const affinitiesQuery = z.object({ category: required('category') })
export const affinitiesReply = z.array(z.object({ affinity_code: z.string(), name: z.string() }))

/** `college` is a college code. The majors are ordered by department, then by name. */
export const majorsQuery = z.object({ college: required('college') })
export const majorsReply = z.array(
  z.object({
    dept: z.string(),
    dept_desc: z.string(),
    major_code: z.string(),
    major_desc: z.string(),
    active: z.boolean(),
  }),
)

/** Both days are included. `year` selects people with a degree from this fiscal year. */
export const descriptionsQuery = z
  .object({
    activity_code: required('activity_code'),
    start_date: dayParameter('start_date'),
    end_date: dayParameter('end_date'),
    college: optional('college'),
    year: yearParameter,
  })
  .refine(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date, {
    path: ['start_date'],
    message: 'start_date must not be after end_date.',
  })
export type DescriptionsQuery = z.infer<typeof descriptionsQuery>
export const descriptionsReply = z.array(z.string())

/** Returns at most `maxSuggestions` people, ordered by last name, then first name. */
export const typeaheadQuery = z.object({ name: required('name') })
export const maxSuggestions = 10
const suggestion = z.object({
  buid: z.string(),
  contact_id: z.string().nullable(),
  last_name: z.string().nullable(),
  display_name: z.string(),
  recent_degree: recentDegree.nullable(),
})
export type Suggestion = z.infer<typeof suggestion>
export const typeaheadReply = z.array(suggestion)
