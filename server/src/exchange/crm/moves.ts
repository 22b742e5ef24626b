import { sql, type ExpressionBuilder, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { crmChangeMoves, type CrmChangeMove } from '@alumni/shared/exchange/crm'
import type { Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'

type ChangeCondition = (change: ExpressionBuilder<Tables, 'crm_data_changes'>) => Expression<SqlBool>

/** Columns that each move sets besides `status`; `verify` takes the id of a contacts import. */
const columnsOf = {
  export: (batchId: number) => ({ exported_at: sql<string>`now()`, export_batch_id: batchId }),
  undo: () => ({ exported_at: null, export_batch_id: null }),
  verify: (batchId: number) => ({ verified_at: sql<string>`now()`, verified_by_batch_id: batchId }),
} satisfies Record<CrmChangeMove, (batchId: number) => object>

/** Moves changes with a permitted status, and returns their number. Only the undo of an import also sets `status`. */
export async function moveChanges(
  db: Db,
  move: CrmChangeMove,
  batchId: number,
  condition?: ChangeCondition,
): Promise<number> {
  return (await moveAndDigest(db, move, batchId, condition)).count
}

export async function moveAndDigest(
  db: Db,
  move: CrmChangeMove,
  batchId: number,
  condition?: ChangeCondition,
): Promise<{ count: number; digest: string }> {
  const { from, to } = crmChangeMoves[move]
  return db
    .with('moved', (db) =>
      db
        .updateTable('crm_data_changes')
        .set({ status: to, ...columnsOf[move](batchId) })
        .where('status', 'in', from)
        .$if(condition !== undefined, (changes) => changes.where(condition!))
        .returning(['id', 'after']),
    )
    .selectFrom('moved')
    .select([({ fn }) => fn.countAll<number>().as('count'), buildDigest('moved').as('digest')])
    .executeTakeFirstOrThrow()
}

/** Returns the deleted rows as JSON, so that they can be audited or restored. */
export async function deleteChanges(db: Db, condition: ChangeCondition): Promise<unknown[]> {
  const rows = await db
    .deleteFrom('crm_data_changes')
    .where(condition)
    .returning(sql<unknown>`to_jsonb(crm_data_changes)`.as('change'))
    .execute()
  return rows.map(({ change }) => change)
}

/** Builds an SQL aggregate that identifies a set of changes and their values, regardless of order. */
export function buildDigest(table: string, only: RawBuilder<boolean> = sql`true`): RawBuilder<string> {
  const [id, after] = [sql.ref(`${table}.id`), sql.ref(`${table}.after`)]
  const hash = sql`hashtextextended(coalesce(${after}, ''), ${id} * 2 + (${after} is null)::int)`
  return sql<string>`coalesce(sum(${hash}) filter (where ${only}), 0)::text`
}

/** Marks changes as verified by a contacts import and resolves their conflicts. */
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
