import { emailFields, phoneFields } from '@alumni/shared/alumni/fields'
import { iso31662 } from 'iso-3166'
import { historyEntry } from '@alumni/shared/alumni/record'
import type { SearchFilters } from '@alumni/shared/alumni/search'
import { countryName } from '@alumni/shared/countries'
import { z } from 'zod'

/** Records about someone since the week that a search is compared with, oldest first. */
export const facts = z.object({
  is_new: z.boolean(),
  country: z.string().nullable(),
  changes: z.array(
    historyEntry.pick({ record: true, action: true }).extend({
      fields: z.record(z.string(), z.tuple([z.string().nullable(), z.string().nullable()])),
    }),
  ),
  engagements: z.array(z.object({ code: z.string(), name: z.string() })),
  has_signed_up: z.boolean(),
})
export type Facts = z.infer<typeof facts>

const maxWords = 3

/** Why someone may have come into a search or left it, from what its filters look at: "moved to California". */
export function whyOf(asked: SearchFilters, known: Facts): string {
  if (known.is_new) return 'new on file'
  const words = [
    ...ofContactData(asked, known),
    ...ofDegrees(asked, known),
    ...ofEmployment(asked, known),
    ...ofEngagements(asked, known),
    ...(asked.champion && known.has_signed_up ? ['signed up as a champion'] : []),
  ]
  return words.length > 0 ? [...new Set(words)].slice(0, maxWords).join(', ') : 'other data changed'
}

/** Each field of the record: which filter looks at it, and what its new value means. */
const contactData: Record<
  string,
  { filter: keyof SearchFilters; words: (after: string | null, now: Facts) => string }
> = {
  deceased: { filter: 'deceased', words: (after) => (isYes(after) ? 'deceased' : 'no longer marked as deceased') },
  state: {
    filter: 'state',
    words: (after, { country }) => (after ? `moved to ${stateName(after, country)}` : 'no state on file anymore'),
  },
  country: {
    filter: 'country',
    words: (after) => (after ? `moved to ${countryName(after)}` : 'no country on file anymore'),
  },
  postal_code: {
    filter: 'zip',
    words: (after) => (after ? `moved to ZIP code ${after}` : 'no ZIP code on file anymore'),
  },
  do_not_contact: {
    filter: 'do_not_contact',
    words: (after) => (isYes(after) ? 'must not be contacted anymore' : 'may be contacted again'),
  },
  do_not_email: {
    filter: 'do_not_email',
    words: (after) => (isYes(after) ? 'must not be e-mailed anymore' : 'can be e-mailed again'),
  },
  ...ofBox(['first_name', 'middle_name', 'last_name', 'preferred_name', 'former_last_name'], 'the name has changed'),
  ...ofBox(emailFields, 'an e-mail address has changed'),
  ...ofBox(phoneFields, 'a phone number has changed'),
}

function ofBox(fields: readonly string[], words: string) {
  return Object.fromEntries(fields.map((field) => [field, { filter: 'q' as const, words: () => words }]))
}

function ofContactData(asked: SearchFilters, known: Facts): string[] {
  const changes = known.changes.filter(({ record }) => record === 'alumnus')
  return Object.entries(contactData).flatMap(([field, { filter, words }]) => {
    if (asked[filter] === undefined) return []
    const changed = changes.flatMap(({ fields }) => fields[field] ?? [])
    const [before, after] = [changed[0], changed.at(-1)]
    // A change that was reverted is no reason.
    return before === undefined || after === undefined || before === after ? [] : [words(after, known)]
  })
}

function ofDegrees(asked: SearchFilters, { changes }: Facts): string[] {
  const filters = ['college', 'major', 'degree', 'year_from', 'year_to', 'degree_by', 'reunion', 'decade'] as const
  if (filters.every((filter) => asked[filter] === undefined)) return []
  const verbs = { created: 'was added', changed: 'has changed', deleted: 'was removed' }
  return changes.flatMap(({ record, action }) => (record === 'education' ? [`a degree ${verbs[action]}`] : []))
}

function ofEmployment({ employer: asked }: SearchFilters, { changes }: Facts): string[] {
  if (asked === undefined) return []
  const changed = changes.filter(({ record }) => record === 'employment')
  const employer = changed.findLast(({ fields }) => fields.employer?.[1])?.fields.employer![1]
  if (employer) return [`employer on file: ${employer}`]
  return changed.length > 0 ? ['employment has changed'] : []
}

function ofEngagements(asked: SearchFilters, { engagements }: Facts): string[] {
  const filters = ['engaged_from', 'engaged_to', 'event', 'not_engaged_from', 'not_engaged_to'] as const
  if (!asked.activity && filters.every((filter) => asked[filter] === undefined)) return []
  return engagements
    .filter(({ code }) => asked.activity?.includes(code) ?? true)
    .map(({ name }) => `engagement recorded: ${name}`)
}

function isYes(value: string | null): boolean {
  return value === 'true'
}

const states = new Map(iso31662.map(({ code, name }) => [code, name]))

function stateName(code: string, country: string | null): string {
  return states.get(`${country ?? 'US'}-${code}`) ?? code
}
