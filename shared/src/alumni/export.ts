import { alumnusFields, type AlumnusField } from './fields.ts'
import { z } from 'zod'
import { fieldLabel } from './record.ts'
import { filtersWithSort, orderedSpans } from './search.ts'
import { reachGroups } from '../champions/contact-preferences.ts'
import { codesFilter, withOrderedSpans } from '../filters.ts'

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

/** An import skips cells with this mark. */
export const leftOutMark = '(left out)'

const fieldsByHeading = new Map<string, AlumnusField | null>([
  ...exportColumnNames.map((name) => [exportColumns[name], fieldOfColumn(name)] as const),
  // Exports up to v0.10.0 had this heading for the greeting.
  ['Salutation', null],
])

/** Returns null for computed columns and undefined for unknown ones. */
export function findFieldOfHeading(heading: string): AlumnusField | null | undefined {
  return fieldsByHeading.get(heading)
}

function fieldOfColumn(name: ExportColumn): AlumnusField | null {
  if (name === 'email') return 'primary_email'
  return name === 'phone' ? 'mobile_phone' : (alumnusFields.find((field) => field === name) ?? null)
}
const letterColumns = [
  'first_name',
  'last_name',
  'preferred_name',
  'salutation',
  'street',
  'postal_code',
] as const satisfies readonly ExportColumn[]

export function isLetterColumn(name: ExportColumn): boolean {
  return letterColumns.some((column) => column === name)
}

/**
 * How to export people who have opted out: `without_contact` replaces their contact data with `leftOutMark`, `left_out`
 * skips them, and `with_contact` exports their contact data too. `by_post` exports only people who can be reached by
 * post, `by_email` only people who can be e-mailed.
 */
export const optedOutChoices = ['without_contact', 'left_out', 'with_contact', 'by_post', 'by_email'] as const
export type OptedOutChoice = (typeof optedOutChoices)[number]

type Preset = { opted_out: OptedOutChoice; columns: readonly ExportColumn[] }
/** `salutation` is the text after "Dear". */
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

export const exportSearchQuery = withOrderedSpans(
  filtersWithSort.extend({
    ...options,
    columns: codesFilter
      .refine((names) => !names || names.every(isColumn), 'There is no such column.')
      .transform((names) => names as ExportColumn[] | undefined)
      .optional(),
  }),
  orderedSpans,
)
export type ExportSearchQuery = z.infer<typeof exportSearchQuery>

export const maxSelected = 5000

const buids = z
  .array(z.string().regex(/^B\d{8}$/, 'A BUID is a B and eight digits.'))
  .min(1, 'Select at least one person.')
  .max(maxSelected, `At most ${maxSelected.toLocaleString('en')} people can be selected at once.`)

export const exportSelectedRequest = z.object({
  buids,
  ...options,
  columns: z.array(z.enum(exportColumnNames, 'There is no such column.')).min(1, 'Choose a column.').optional(),
})

const reach = z.record(z.enum(reachGroups), z.number().int())

export const selectionQuery = withOrderedSpans(filtersWithSort, orderedSpans)

/** `reach` counts people by whether they can be e-mailed; `by_post` counts people who can be reached by post. */
export const searchReach = z.object({ matching: z.number().int(), reach, by_post: z.number().int() })
export type SearchReach = z.infer<typeof searchReach>

export const searchSelection = z.object({
  people: z.array(z.object({ buid: z.string(), group: z.enum(reachGroups) })),
})

export const addressesRequest = z.object({ buids })
export const addressesReply = z.object({ addresses: z.array(z.string()), reach })

export const ownExports = z.object({
  exports: z.array(z.object({ id: z.number().int(), at: z.string(), people: z.number().int(), file: z.string() })),
})
