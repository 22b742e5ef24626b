import { sql } from 'kysely'
import { foldHeader, type ImportType } from '@alumni/shared/exchange/imports'
import type { Db } from '../../foundations/database/db.ts'

/** The columns that people assigned by hand for a type: folded header → field. */
export async function knownAliases(db: Db, type: ImportType): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('import_column_aliases')
    .select(['header', 'field'])
    .where('type', '=', type)
    .orderBy('header')
    .execute()
  return new Map(rows.map(({ header, field }) => [header, field]))
}

/** Remembers (or, with a null field, forgets) what columns mean for a type. */
export async function rememberAliases(
  db: Db,
  type: ImportType,
  columns: ReadonlyMap<string, string | null>,
  staffUserId: number,
): Promise<void> {
  for (const [name, field] of columns) {
    const header = foldHeader(name)
    if (field === null)
      await db.deleteFrom('import_column_aliases').where('type', '=', type).where('header', '=', header).execute()
    else {
      const assigned = { field, assigned_by_id: staffUserId, assigned_at: sql<string>`now()` }
      await db
        .insertInto('import_column_aliases')
        .values({ type, header, ...assigned })
        .onConflict((alias) => alias.columns(['type', 'header']).doUpdateSet(assigned))
        .execute()
    }
  }
}
