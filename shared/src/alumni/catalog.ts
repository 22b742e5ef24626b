import { z } from 'zod'
import { affinityCategories } from './internal-api.ts'
import { pageMembers, pageNumber, searchText, type PageMembers } from '../page.ts'

export const catalogNames = ['colleges', 'majors', 'affinities', 'activity_codes'] as const
export type CatalogName = (typeof catalogNames)[number]

const lineOfText = (subject: string, maxLength: number, missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(maxLength, `${subject} has at most ${maxLength} characters.`)
    .refine(isPlainLine, `${subject} is one line of plain text.`)
/** Codes cannot be changed, because CRM files refer to them. `.` and `..` are rejected, because URLs drop them. */
const code = (missing: string) =>
  lineOfText('A code', 50, missing).refine((text) => text !== '.' && text !== '..', 'A code is more than dots.')
const name = (missing: string) => lineOfText('A name', 200, missing)

function isPlainLine(text: string): boolean {
  return !/\p{Cc}/u.test(text) && text.isWellFormed()
}

/** Inactive entries are still shown where they are used, but are no longer offered as choices. */
const active = z.boolean('Choose whether it is active.').default(true)

const college = z.object({
  code: code('Enter the college’s code.'),
  name: name('Enter the college’s name.'),
  active,
})
const major = z.object({
  major_code: code('Enter the major’s code.'),
  major_desc: name('Enter the major’s name.'),
  dept: code('Enter the department’s code.'),
  dept_desc: name('Enter the department’s name.'),
  college_code: code('Choose a college.'),
  active,
})
const affinity = z.object({
  affinity_code: code('Enter the affinity’s code.'),
  name: name('Enter the affinity’s name.'),
  category: z.enum(affinityCategories, 'Choose one of the eight categories.'),
  active,
})
const activityCode = z.object({
  code: code('Enter the activity’s code.'),
  name: name('Enter the activity’s name.'),
  active,
})

export const catalogEntry = {
  colleges: college,
  majors: major,
  affinities: affinity,
  activity_codes: activityCode,
} as const
export type CatalogEntries = { [Name in CatalogName]: z.infer<(typeof catalogEntry)[Name]> }
export type CatalogEntry = Record<string, string | boolean>

export const catalogKey = {
  colleges: 'code',
  majors: 'major_code',
  affinities: 'affinity_code',
  activity_codes: 'code',
} as const satisfies { [Name in CatalogName]: keyof CatalogEntries[Name] }

/** An entry must contain each word of `q`. `college` applies to majors, `category` to affinities. */
export const catalogQuery = z.object({
  q: searchText,
  college: z.string().max(50, 'A code has at most 50 characters.').optional(),
  category: z.string().max(50, 'A category has at most 50 characters.').optional(),
  active: z.enum(['yes', 'no'], 'active is either yes or no.').optional(),
  page: pageNumber,
})
export type CatalogQuery = z.infer<typeof catalogQuery>

const unlisted = z.object({ code: z.string(), uses: z.number().int() })
export type UnlistedCode = z.infer<typeof unlisted>

/** `total` ignores the filters. `unlisted` has activity codes in use that have no entry; empty for other lists. */
export const catalogPage = <Schema extends z.ZodObject>(entry: Schema) =>
  z.object({
    entries: z.array(entry),
    ...pageMembers,
    total: z.number().int(),
    unlisted: z.array(unlisted),
  })
export type CatalogPage = PageMembers & { entries: CatalogEntry[]; total: number; unlisted: UnlistedCode[] }

/** `POST /settings/:list/:code` replies 409 if the stored entry no longer equals `seen`. */
export const changeEntryRequest = <Schema extends z.ZodObject>(entry: Schema) => z.object({ entry, seen: entry })
/** `DELETE /settings/:list/:code` replies 409 if a record uses the entry or it no longer equals `seen`. */
export const deleteEntryRequest = <Schema extends z.ZodObject>(entry: Schema) => z.object({ seen: entry })
/** `page` is the path of a page that lists these records, or null. */
export const usesReply = z.object({
  uses: z.number().int(),
  message: z.string(),
  records: z.array(z.object({ count: z.number().int(), what: z.string(), page: z.string().nullable() })),
})
export type UsesReply = z.infer<typeof usesReply>
