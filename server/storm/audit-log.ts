import { sql } from 'kysely'
import type { Db } from '../src/foundations/database/db.ts'

/** Each change must have exactly one entry in the audit log or in the signup's history, and each entry a change. */
export async function gapsInTheLog(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string; changes: number; entries: number }>`
    with imports as (select 'contacts/' || id as subject, status from contact_import_batches),
    log as (select action, subject, count(*) as times from audit_entries group by 1, 2),
    told as (select type, signup_id, count(*) as times from activity_events group by 1, 2)
    select 'edits' as what,
      (select count(*)::int from record_changes where record = 'alumnus' and staff_user_id is not null) as changes,
      (select count(*)::int from audit_entries where action = 'alumnus.contact-edited') as entries
    union all select 'uploads', (select count(*)::int from imports),
      (select count(*)::int from log join imports using (subject) where action = 'import.uploaded' and times = 1)
    union all select 'imports', (select count(*)::int from imports where status = 'completed'),
      (select count(*)::int from log join imports using (subject)
        where action = 'import.committed' and times = 1 and status = 'completed')
    union all select 'entries of imports', (select count(*)::int from log where action like 'import.%'),
      (select count(*)::int from log join imports using (subject) where action like 'import.%')
    union all select 'signups', (select count(*)::int from champion_signups where email like 'signup-%'),
      (select count(*)::int from told join champion_signups s on s.id = signup_id
        where type = 'signup_completed' and times = 1 and s.email like 'signup-%')`.execute(db)
  return rows
    .filter(({ changes, entries }) => changes !== entries)
    .map(({ what, changes, entries }) => `log: ${changes} ${what}, and ${entries} of them in the log`)
}
