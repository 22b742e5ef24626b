import { sql, type ExpressionBuilder, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { crmChangeMoves, type CrmChangeMove } from '@alumni/shared/exchange/crm'
import type { Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'

type Which = (change: ExpressionBuilder<Tables, 'crm_data_changes'>) => Expression<SqlBool>

/** The columns that are set along with each move; `of` is the batch that makes it. */
const columnsOf = {
  export: (of: number) => ({ exported_at: sql<string>`now()`, export_batch_id: of }),
  undo: () => ({ exported_at: null, export_batch_id: null }),
  verify: (of: number) => ({ verified_at: sql<string>`now()`, verified_by_batch_id: of }),
} satisfies Record<CrmChangeMove, (of: number) => object>

/**
 * The one place that writes `status` of CRM data changes: moves those among `which` (all, unless given) that are in a
 * state that allows it, and answers how many. `of` is the export batch, or for `verify` the contacts import.
 */
export async function moveChanges(db: Db, move: CrmChangeMove, of: number, which?: Which): Promise<number> {
  return (await moveAndDigest(db, move, of, which)).count
}

/** Returns also the digest of the changes and their values. */
export async function moveAndDigest(
  db: Db,
  move: CrmChangeMove,
  of: number,
  which?: Which,
): Promise<{ count: number; digest: string }> {
  const { from, to } = crmChangeMoves[move]
  return db
    .with('moved', (db) =>
      db
        .updateTable('crm_data_changes')
        .set({ status: to, ...columnsOf[move](of) })
        .where('status', 'in', from)
        .$if(which !== undefined, (changes) => changes.where(which!))
        .returning(['id', 'after']),
    )
    .selectFrom('moved')
    .select([({ fn }) => fn.countAll<number>().as('count'), digestOf('moved').as('digest')])
    .executeTakeFirstOrThrow()
}

/** Deletes changes, and returns them whole for the audit log. */
export async function deleteChanges(db: Db, which: Which): Promise<unknown[]> {
  const rows = await db
    .deleteFrom('crm_data_changes')
    .where(which)
    .returning(sql<unknown>`to_jsonb(crm_data_changes)`.as('change'))
    .execute()
  return rows.map(({ change }) => change)
}

/**
 * The number distinguishes a set of changes, with the values they bring, from any other; their order does not matter.
 */
export function digestOf(table: string, only: RawBuilder<boolean> = sql`true`): RawBuilder<string> {
  const [id, after] = [sql.ref(`${table}.id`), sql.ref(`${table}.after`)]
  const hash = sql`hashtextextended(coalesce(${after}, ''), ${id} * 2 + (${after} is null)::int)`
  return sql<string>`coalesce(sum(${hash}) filter (where ${only}), 0)::text`
}

/**
 * A file from the CRM shows these exported values: the changes have arrived, and the conflicts about them are settled.
 */
export async function verifyChanges(db: Db, importBatchId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await moveChanges(db, 'verify', importBatchId, (change) => change('id', 'in', ids))
  await db
    .updateTable('crm_conflicts')
    .set({ resolution: 'ours', resolved_at: sql`now()` })
    .where('resolved_at', 'is', null)
    .where('change_id', 'in', ({ selectFrom }) =>
      selectFrom('crm_data_changes').select('id').where('id', 'in', ids).where('status', '=', 'verified'),
    )
    .execute()
}
