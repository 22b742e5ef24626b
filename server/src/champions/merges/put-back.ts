import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import type { Row } from './pointers.ts'
import type { Restoration } from './restoration.ts'
import { changedTables, primaryKeyOf, type ChangedTable } from './snapshot.ts'

/** Writes what was there before. Engagements come before the answers that name them, and the survivor gives back before the sources take. */
export async function putBack(db: Db, { updates, inserts, deletes }: Restoration, survivor: number): Promise<void> {
  await insertRows(db, 'engagements', rowsOf(inserts, 'engagements'))
  const signups = updates.filter(({ table }) => table === 'champion_signups')
  await updateRows(
    db,
    'champion_signups',
    signups.filter(({ key }) => key.id === survivor),
  )
  await updateRows(
    db,
    'champion_signups',
    signups.filter(({ key }) => key.id !== survivor),
  )
  for (const table of changedTables) {
    if (table === 'engagements' || table === 'champion_signups') continue
    await updateRows(
      db,
      table,
      updates.filter((update) => update.table === table),
    )
    await insertRows(db, table, rowsOf(inserts, table))
  }
  for (const { table, key } of deletes) await deleteRow(db, table, key)
}

function rowsOf(inserts: Restoration['inserts'], table: ChangedTable): Row[] {
  return inserts.filter((insert) => insert.table === table).map(({ row }) => row)
}

/** With their ids of before. */
async function insertRows(db: Db, table: ChangedTable, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into ${sql.table(table)} overriding system value
    select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(db)
}

/** One statement for all rows that get the same columns back. */
async function updateRows(db: Db, table: ChangedTable, updates: Restoration['updates']): Promise<void> {
  for (const [columns, rows] of Map.groupBy(updates, ({ values }) => Object.keys(values).join())) {
    const set = columns.split(',').map((name) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`)
    const isRow = primaryKeyOf(table).map((name) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`k.${name}`)}`)
    await sql`update ${sql.table(table)} t set ${sql.join(set)}
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r,
        jsonb_populate_record(null::${sql.table(table)}, r -> 'key') k,
        jsonb_populate_record(null::${sql.table(table)}, r -> 'values') v
      where ${sql.join(isRow, sql` and `)}`.execute(db)
  }
}

async function deleteRow(db: Db, table: ChangedTable, key: Row): Promise<void> {
  const isRow = Object.entries(key).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`delete from ${sql.table(table)} where ${sql.join(isRow, sql` and `)}`.execute(db)
}
