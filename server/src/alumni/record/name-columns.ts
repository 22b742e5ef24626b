import { alumnus } from '@alumni/shared/alumni/record'
import { sql } from 'kysely'

// Separate from `displayName`, so that the thread of the people index does not load Kysely.

/** The columns of `alumni as a` for `displayName`. */
export const nameParts = [
  'a.prefix',
  'a.first_name',
  'a.preferred_name',
  'a.middle_name',
  'a.former_last_name',
  'a.last_name',
  'a.suffix',
] as const
export const nameColumns = sql.join(nameParts.map((column) => sql.ref(column)))
export const { shape: nameShape } = alumnus.pick({
  prefix: true,
  first_name: true,
  preferred_name: true,
  middle_name: true,
  former_last_name: true,
  last_name: true,
  suffix: true,
})
