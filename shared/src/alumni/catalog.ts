import { z } from 'zod'
import { affinityCategories } from './internal-api.ts'
import { pageMembers, pageNumber, searchWords, type PageMembers } from '../page.ts'

/** The lists of the vocabulary that administrators keep, as in the address `/settings/:list`. */
export const catalogNames = ['colleges', 'majors', 'affinities', 'activity_codes'] as const
export type CatalogName = (typeof catalogNames)[number]

/** One line of text; `what` begins the sentence. */
const line = (what: string, maxLength: number, missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(maxLength, `${what} has at most ${maxLength} characters.`)
    .refine(isLine, `${what} is one line of plain text.`)
/**
 * Files from the CRM contain the code; it never changes, and it is compared as it stands. Dots alone would be lost in
 * an address.
 */
const code = (missing: string) =>
  line('A code', 50, missing).refine((text) => text !== '.' && text !== '..', 'A code is more than dots.')
const name = (missing: string) => line('A name', 200, missing)

function isLine(text: string): boolean {
  return !/\p{Cc}/u.test(text) && text.isWellFormed()
}

/** An entry that is not active stays readable wherever it is used, and is not offered any more. */
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

/** The entry of each list. `POST /settings/:list` takes one, and answers 201 with it. */
export const catalogEntry = {
  colleges: college,
  majors: major,
  affinities: affinity,
  activity_codes: activityCode,
} as const
export type Entries = { [Name in CatalogName]: z.infer<(typeof catalogEntry)[Name]> }
/** An entry of any list. */
export type Entry = Record<string, string | boolean>

/** The member by which an entry is known: it is in the address, and stays as it is. */
export const catalogKey = {
  colleges: 'code',
  majors: 'major_code',
  affinities: 'affinity_code',
  activity_codes: 'code',
} as const satisfies { [Name in CatalogName]: keyof Entries[Name] }

/** Filters of a list. Each word of `q` must be in the entry; `college` is for majors, `category` for affinities. */
export const catalogQuery = z.object({
  q: searchWords,
  college: z.string().max(50, 'A code has at most 50 characters.').optional(),
  category: z.string().max(50, 'A category has at most 50 characters.').optional(),
  active: z.enum(['yes', 'no'], 'active is either yes or no.').optional(),
  page: pageNumber,
})
export type CatalogQuery = z.infer<typeof catalogQuery>

/** A code that records use and the list does not name. */
const unlisted = z.object({ code: z.string(), uses: z.number().int() })
export type Unlisted = z.infer<typeof unlisted>

/**
 * `GET /settings/:list` as JSON. `total` counts without filters; `unlisted` is for activity codes, the most used first.
 */
export const catalogPage = <Schema extends z.ZodObject>(entry: Schema) =>
  z.object({
    entries: z.array(entry),
    ...pageMembers,
    total: z.number().int(),
    unlisted: z.array(unlisted),
  })
export type CatalogPage = PageMembers & { entries: Entry[]; total: number; unlisted: Unlisted[] }

/** `POST /settings/:list/:code`: the new entry, and the one that the person saw; when it is another by now, 409. */
export const changeRequest = <Schema extends z.ZodObject>(entry: Schema) => z.object({ entry, seen: entry })
/** `DELETE /settings/:list/:code` (204). 409 while a record uses it, or when it is another by now. */
export const deleteRequest = <Schema extends z.ZodObject>(entry: Schema) => z.object({ seen: entry })
/**
 * `GET /settings/:list/:code/uses`: how many records of each kind use the entry, in words, and the page that shows them
 * where there is one; kinds without any are left out.
 */
export const usesReply = z.object({
  uses: z.number().int(),
  sentence: z.string(),
  records: z.array(z.object({ count: z.number().int(), what: z.string(), page: z.string().nullable() })),
})
export type UsesReply = z.infer<typeof usesReply>
