import { alumnus } from '@alumni/shared/alumni/record'
import { sql } from 'kysely'

// Not in the file of `displayName`: the search index's thread does without Kysely.

/** The columns that `displayName` is made from, of the alumni in a query as `a`. */
export const nameParts = [
  'a.prefix',
  'a.first_name',
  'a.preferred_name',
  'a.middle_name',
  'a.former_last_name',
  'a.last_name',
  'a.suffix',
] as const
/** The same for SQL. */
export const nameColumns = sql.join(nameParts.map((column) => sql.ref(column)))
/** These columns as members of a row's type. */
export const { shape: nameShape } = alumnus.pick({
  prefix: true,
  first_name: true,
  preferred_name: true,
  middle_name: true,
  former_last_name: true,
  last_name: true,
  suffix: true,
})
