import { sql } from 'kysely'
import type { TestApp } from '../../../../testing/test-app.ts'

export type Fields = Record<string, string | boolean | number | null>
type Table = 'alumni' | 'educations' | 'employments' | 'crm_data_changes' | 'crm_conflicts' | 'majors' | 'colleges'

export function recordsOf({ db }: Pick<TestApp, 'db'>) {
  const rowsOf = async (table: Table, filter: Fields = {}): Promise<Fields[]> => {
    const conditions = [
      sql`true`,
      ...Object.entries(filter).map(([name, value]) => sql`${sql.ref(name)} is not distinct from ${value}`),
    ]
    const { rows } = await sql<{
      row: Fields
    }>`select to_jsonb(t) - '{created_at,updated_at}'::text[] as row from ${sql.table(table)} t where ${sql.join(conditions, sql` and `)} order by 1`.execute(
      db,
    )
    return rows.map(({ row }) => row)
  }
  return {
    rowsOf,
    async add(table: Table, fields: Fields): Promise<number> {
      const { rows } = await sql<{ row: { id?: number } }>`
        insert into ${sql.table(table)} as t (${sql.join(Object.keys(fields).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(fields))}) returning to_jsonb(t) as row
      `.execute(db)
      return rows[0]!.row.id ?? 0
    },
    async change(table: Table, filter: Fields, fields: Fields): Promise<void> {
      const set = Object.entries(fields).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
      const conditions = Object.entries(filter).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
      await sql`update ${sql.table(table)} set ${sql.join(set)} where ${sql.join(conditions, sql` and `)}`.execute(db)
    },
    async remove(table: Table, filter: Fields): Promise<void> {
      await sql`delete from ${sql.table(table)} where ${sql.join(
        Object.entries(filter).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
        sql` and `,
      )}`.execute(db)
    },
    alumnus: async (buid: string): Promise<Fields | undefined> => (await rowsOf('alumni', { buid }))[0],
    async historyOf({ type, id }: { type: string; id: number }) {
      const { rows } = await sql<{
        buid: string
        record: string
        action: string
        fields: Record<string, [string | null, string | null]>
      }>`
        select buid, record, action, fields from record_changes where import_type = ${type} and import_batch_id = ${id} order by id
      `.execute(db)
      return rows
    },
  }
}

export async function addPeggyJoseAndSiobhan(app: TestApp): Promise<void> {
  const { add } = recordsOf(app)
  await add('alumni', { buid: 'B00000001', first_name: 'Peggy', last_name: 'Jones' })
  await add('alumni', { buid: 'B00000002', first_name: 'José', last_name: 'Álvarez' })
  await add('alumni', { buid: 'B00000003', first_name: 'Siobhán', last_name: "O'Neil" })
}
