import { sql } from 'kysely'
import type { ImportType } from '@alumni/shared/imports'
import type { EntityManager } from '../database/orm.ts'
import { foldHeader } from './columns.ts'

/** The columns that people assigned by hand for a type: folded header → field. */
export async function knownAliases(em: EntityManager, type: ImportType): Promise<Map<string, string>> {
  const { rows } = await sql<{ header: string; field: string }>`
    select header, field from import_column_aliases where type = ${type} order by header
  `.execute(em.getKysely())
  return new Map(rows.map(({ header, field }) => [header, field]))
}

/** Remembers (or, with a null field, forgets) what columns mean for a type. */
export async function rememberAliases(
  em: EntityManager,
  type: ImportType,
  columns: ReadonlyMap<string, string | null>,
  staffUserId: number,
): Promise<void> {
  for (const [header, field] of columns) {
    if (field === null)
      await sql`delete from import_column_aliases where type = ${type} and header = ${foldHeader(header)}`.execute(
        em.getKysely(),
      )
    else {
      await sql`
        insert into import_column_aliases (type, header, field, assigned_by_id) values (${type}, ${foldHeader(header)}, ${field}, ${staffUserId})
        on conflict (type, header) do update set field = excluded.field, assigned_by_id = excluded.assigned_by_id, assigned_at = now()
      `.execute(em.getKysely())
    }
  }
}
