import { z } from 'zod'
import { pageNumber, searchText } from '../page.ts'

/** Strongest reason first. */
export const duplicateReasons = {
  buid: 'Linked to the same alumnus',
  email: 'The e-mail address of one is that of the other’s alumnus',
  name: 'Same name and ZIP or postal code',
  similar_name: 'Same last name and ZIP or postal code, and a similar first name, such as a nickname',
  phone: 'Same phone number',
} as const
export type DuplicateReason = keyof typeof duplicateReasons
export const duplicateReason = z.enum(Object.keys(duplicateReasons) as [DuplicateReason, ...DuplicateReason[]])

export const maxSources = 4

/** If `ids` is set, compares these signups; otherwise lists pairs of possible duplicates. */
export const duplicatesQuery = z.object({
  ids: z
    .string()
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,4}$/, `Compare up to ${maxSources + 1} signups at once, such as ids=1,2.`)
    .transform((ids) => [...new Set(ids.split(',').map(Number))])
    .optional(),
  reason: duplicateReason.optional().catch(undefined),
  dismissed: z.literal('yes').optional().catch(undefined),
  q: searchText,
  page: pageNumber,
})
export type DuplicatesQuery = z.infer<typeof duplicatesQuery>

const mergeStates = ['done', 'undone'] as const
export const mergesQuery = z.object({
  state: z.enum(mergeStates).optional().catch(undefined),
  q: searchText,
  page: pageNumber,
})
export type MergesQuery = z.infer<typeof mergesQuery>
