import { alumnus } from '@alumni/shared/alumni/record'
import { objectFromEntries } from '@alumni/shared/object-from-entries'
import { sql } from 'kysely'

// Separate from `displayName`, so that the people index thread does not load Kysely.

const nameFields = [
  'prefix',
  'first_name',
  'preferred_name',
  'middle_name',
  'former_last_name',
  'last_name',
  'suffix',
] as const
export type NameField = (typeof nameFields)[number]

export const nameParts = nameFields.map((field) => `a.${field}` as const)
export const nameColumns = sql.join(nameParts.map((column) => sql.ref(column)))
/** Aggregates the class years of educations in ascending order; null if there are none. */
export const classYears = sql`array_agg(distinct extract(year from degree_date)::int)
  filter (where kind = 'degree' and degree_date is not null)`
export const { shape: nameShape } = alumnus.pick(
  objectFromEntries<Record<NameField, true>>(nameFields.map((field) => [field, true])),
)
