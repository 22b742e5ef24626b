import { sql } from 'kysely'
import { z } from 'zod'
import { loaderLinesShown, type LoaderResultsReply } from '@alumni/shared/exchange/crm'
import { transact, type Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { findExport, refuseUndone } from './export-batches.ts'
import type { LoaderResults } from './loader-results.ts'
import { moveChanges } from './moves.ts'
import { withdrawSuperseded } from './withdraw.ts'

/**
 * Puts the changes of an export that the CRM's loader has refused back to pending, with its reason; those that the CRM
 * has confirmed stay. The loader takes or refuses a contact as a whole. A file of successes changes nothing. 404: no
 * such export. 409: undone.
 */
export async function applyLoaderResults(
  db: Db,
  exportId: number,
  { file_name, kind, lines, unreadable }: LoaderResults,
  by: StaffUser,
): Promise<LoaderResultsReply> {
  return transact(db, async (db) => {
    await lockExport(db, exportId)
    const found = await changesOf(
      db,
      exportId,
      lines.map(({ id }) => id),
    )
    const waiting = found.filter(({ status }) => status === 'exported')
    let returned = 0
    let withdrawn: unknown[] = []
    if (kind === 'errors' && waiting.length > 0) {
      withdrawn = await withdrawSuperseded(
        db,
        exportId,
        by,
        waiting.map(({ id }) => id),
      )
      await writeReasons(db, waiting, new Map(lines.map(({ id, error }) => [id, error!])))
      returned = await moveChanges(
        db,
        'reject',
        exportId,
        () => sql<boolean>`id = any(${waiting.map(({ id }) => id)}::bigint[])`,
      )
    }
    const contacts = new Set(found.map(({ crm_id }) => crm_id))
    const nothingHere = lines.filter(({ id }) => !contacts.has(id))
    const known = await contactsKnown(
      db,
      nothingHere.map(({ id }) => id),
    )
    const unmatched = [
      ...unreadable,
      ...nothingHere.map(({ line, id }) => ({
        line,
        crm_id: id,
        problem: known.get(id) ?? 'No alumnus has this CRM ID.',
      })),
    ].sort((a, b) => a.line - b.line)
    const counts = { contacts: lines.length, returned, withdrawn: withdrawn.length, unmatched_count: unmatched.length }
    await audit(db, by, `crm-changes.loader-${kind}`, `crm-export-batches/${exportId}`, {
      file_name,
      ...counts,
      withdrawn,
    })
    return {
      kind,
      file_name,
      ...counts,
      taken: kind === 'successes' ? contacts.size : 0,
      unmatched: unmatched.slice(0, loaderLinesShown),
      export_batch: await findExport(db, exportId),
    }
  })
}

/** An export that is undone meanwhile waits, or is over. */
async function lockExport(db: Db, id: number): Promise<void> {
  const row = await db
    .selectFrom('crm_data_export_batches')
    .select('undone_at')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row || row.undone_at) refuseUndone(await findExport(db, id))
}

const changeOf = z.object({ id: z.number(), crm_id: z.string(), status: z.string() })

function changesOf(db: Db, exportId: number, crmIds: readonly string[]) {
  return selectRaw(
    db,
    changeOf,
    sql`
      select d.id, a.crm_id, d.status from crm_data_changes d join alumni a on a.buid = d.buid
      where d.export_batch_id = ${exportId} and a.crm_id = any(${crmIds}::text[])
    `,
  )
}

async function writeReasons(
  db: Db,
  changes: readonly { id: number; crm_id: string }[],
  reasons: ReadonlyMap<string, string>,
): Promise<void> {
  await sql`
    update crm_data_changes d set rejection = v.reason
    from unnest(${changes.map(({ id }) => id)}::bigint[], ${changes.map(({ crm_id }) => reasons.get(crm_id))}::text[]) as v (id, reason)
    where d.id = v.id and d.status = 'exported'
  `.execute(db)
}

/** Explains why the export has nothing for contacts that we know. */
async function contactsKnown(db: Db, crmIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await selectRaw(
    db,
    z.object({ crm_id: z.string(), is_back: z.boolean() }),
    sql`
      select a.crm_id, bool_or(exists (
        select from crm_data_changes d where d.buid = a.buid and d.status = 'pending' and d.rejection is not null
      )) as is_back
      from alumni a where a.crm_id = any(${crmIds}::text[]) group by a.crm_id
    `,
  )
  return new Map(
    rows.map(({ crm_id, is_back }) => [
      crm_id,
      is_back ? 'Their changes are already pending again.' : 'No change of theirs in this export waits for the CRM.',
    ]),
  )
}
