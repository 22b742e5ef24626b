import { alumnusFields, type AlumnusField } from './fields.ts'
import { z } from 'zod'
import { fieldLabel } from './record.ts'
import { sortedFilters, spans } from './search.ts'
import { reachGroups } from '../champions/contact-preferences.ts'
import { codesFilter, withOrderedSpans } from '../filters.ts'

/** The columns of a file of alumni, with their headings, in their order. */
export const exportColumns = {
  buid: 'BUID',
  contact_id: fieldLabel('contact_id'),
  name: 'Name',
  first_name: fieldLabel('first_name'),
  last_name: fieldLabel('last_name'),
  preferred_name: fieldLabel('preferred_name'),
  salutation: 'Greeting',
  class_years: 'Class years',
  degree: 'Degree',
  major: 'Major',
  college: 'College',
  email: 'Primary e-mail',
  phone: 'Mobile phone',
  street: fieldLabel('street'),
  city: 'City',
  state: 'State',
  postal_code: fieldLabel('postal_code'),
  country: 'Country',
  employer: 'Employer',
  job_title: 'Job title',
  last_engaged: 'Last engaged',
  engagements: 'Engagements',
  champion: 'Champion',
  deceased: 'Deceased',
  do_not_contact: 'Do not contact',
  do_not_email: 'Do not e-mail',
} as const
export type ExportColumn = keyof typeof exportColumns
export const exportColumnNames = Object.keys(exportColumns) as ExportColumn[]

/** A cell whose value may not be used, as the person may not be written to or called; an import skips such a cell. */
export const leftOut = '(left out)'

const fieldsByHeading = new Map<string, AlumnusField | null>([
  ...exportColumnNames.map((name) => [exportColumns[name], fieldOfColumn(name)] as const),
  // The greeting was called so up to v0.10.0, as the CRM calls the prefix.
  ['Salutation', null],
])

/**
 * The field whose value a column of a file of alumni has; null: a value made for the file; undefined: no such column.
 */
export function exportedField(heading: string): AlumnusField | null | undefined {
  return fieldsByHeading.get(heading)
}

function fieldOfColumn(name: ExportColumn): AlumnusField | null {
  if (name === 'email') return 'primary_email'
  return name === 'phone' ? 'mobile_phone' : (alumnusFields.find((field) => field === name) ?? null)
}
/** The columns for letters by post, which a list of alumni usually leaves out. */
const letterColumns = [
  'first_name',
  'last_name',
  'preferred_name',
  'salutation',
  'street',
  'postal_code',
] as const satisfies readonly ExportColumn[]

export function isOfLetter(name: ExportColumn): boolean {
  return letterColumns.some((column) => column === name)
}

/**
 * The treatment of people who may not be e-mailed: their row stays with `leftOut` for the addresses and numbers that
 * must not be used, they are left out, or their row has everything. `by_post` leaves out whoever may not be written to
 * or has no street address, so that the file is one for letters; `by_email` whoever may not be e-mailed or has no
 * primary address.
 */
export const optedOutChoices = ['without_contact', 'left_out', 'with_contact', 'by_post', 'by_email'] as const
export type OptedOutChoice = (typeof optedOutChoices)[number]

type Preset = { opted_out: OptedOutChoice; columns: readonly ExportColumn[] }
/** The purposes of files, with the people who are in them and the columns; `salutation` is the text after "Dear". */
export const exportPresets = {
  mailing: {
    opted_out: 'by_post',
    columns: [
      'buid',
      'first_name',
      'last_name',
      'preferred_name',
      'salutation',
      'class_years',
      'street',
      'city',
      'state',
      'postal_code',
      'country',
    ],
  },
  email: {
    opted_out: 'by_email',
    columns: ['buid', 'name', 'first_name', 'last_name', 'preferred_name', 'salutation', 'class_years', 'email'],
  },
  crm: {
    opted_out: 'without_contact',
    columns: exportColumnNames.filter(
      (name) => !['name', 'salutation', 'last_engaged', 'engagements', 'champion'].includes(name),
    ),
  },
} as const satisfies Record<string, Preset>
export type ExportPreset = keyof typeof exportPresets
export const exportPresetNames = Object.keys(exportPresets) as ExportPreset[]

const options = {
  opted_out: z
    .enum(optedOutChoices, `Those who opted out are ${optedOutChoices.join(', ')}.`)
    .default('without_contact'),
}
const isColumn = (name: string): name is ExportColumn => name in exportColumns

/**
 * `GET /alumni_search.csv` takes `searchFilters`, `sort`, `columns=name,email` (without: all) and `opted_out`; needs
 * role staff.
 */
export const exportSearchQuery = withOrderedSpans(
  sortedFilters.extend({
    ...options,
    columns: codesFilter
      .refine((names) => !names || names.every(isColumn), 'There is no such column.')
      .transform((names) => names as ExportColumn[] | undefined)
      .optional(),
  }),
  spans,
)
export type ExportSearchQuery = z.infer<typeof exportSearchQuery>

export const maxSelected = 5000

const buids = z
  .array(z.string().regex(/^B\d{8}$/, 'A BUID is a B and eight digits.'))
  .min(1, 'Select at least one person.')
  .max(maxSelected, `At most ${maxSelected.toLocaleString('en')} people can be selected at once.`)

/** `POST /alumni_search.csv`: the same file of people who were selected one by one, in their order. */
export const exportSelectedRequest = z.object({
  buids,
  ...options,
  columns: z.array(z.enum(exportColumnNames, 'There is no such column.')).min(1, 'Choose a column.').optional(),
})

const reach = z.record(z.enum(reachGroups), z.number().int())

/** The query of `GET /alumni_search/reach` and `GET /alumni_search/selection`. */
export const takenQuery = withOrderedSpans(sortedFilters, spans)

/**
 * `GET /alumni_search/reach`, and `POST` with `buids` for those who are selected: how many they are, of whom one may
 * use the e-mail address, and to how many a letter can be posted.
 */
export const searchReach = z.object({ matching: z.number().int(), reach, by_post: z.number().int() })
export type SearchReach = z.infer<typeof searchReach>

/** `GET /alumni_search/selection`: who fits, at most `maxSelected` of them; needs role staff. */
export const searchSelection = z.object({
  people: z.array(z.object({ buid: z.string(), group: z.enum(reachGroups) })),
})

/** `POST /alumni_search/addresses`: the primary addresses that may be used, each once; needs role staff. */
export const addressesRequest = z.object({ buids })
export const addressesReply = z.object({ addresses: z.array(z.string()), reach })

/** `GET /alumni_search/exports`: the last files that one took. */
export const ownExports = z.object({
  exports: z.array(z.object({ id: z.number().int(), at: z.string(), people: z.number().int(), file: z.string() })),
})
