import { sql } from 'kysely'

/** The columns that `displayName` is made from, of the alumni in a query as `a`. Not in its file: the search index's thread does without Kysely. */
export const nameColumns = sql`a.prefix, a.first_name, a.preferred_name, a.middle_name, a.former_last_name, a.last_name, a.suffix`
