import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'sweep-giving-previews': Record<string, never>
  }
}

/** Forgets previews that have expired, uploads that broke off, and the rows of imports whose issues are no longer offered. */
export async function sweepGivingPreviews(db: Db): Promise<void> {
  await db
    .deleteFrom('giving_imports')
    .where('committed_at', 'is', null)
    .where('expires_at', '<', sql<string>`now()`)
    .execute()
  await db
    .deleteFrom('giving_import_rows')
    .where('import_id', 'in', ({ selectFrom }) =>
      selectFrom('giving_imports')
        .select('id')
        .where('committed_at', 'is not', null)
        .where('expires_at', '<', sql<string>`now()`),
    )
    .execute()
}
