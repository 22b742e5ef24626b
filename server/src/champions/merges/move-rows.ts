import { sql } from 'kysely'
import type { MergeOutcome } from '@alumni/shared/champions/merges'
import { answers, answerTables, type AnswerTable } from '../record/answers.ts'
import type { Db } from '../../foundations/database/db.ts'
import { answeredIds } from './pointers.ts'
import { pointerOf, pointers, pointerTables, type PointerTable, type Row } from './pointers.ts'
import { keyOf, type Snapshot } from './snapshot.ts'

/** A row that went because another one of the same person says the same. */
export type Dropped = { table: PointerTable; row: Row; kept: Row }

/** Moves what points at the sources to the survivor. Of what a person has once, one stays. */
export async function moveRows(db: Db, survivor: number, earlier: Snapshot): Promise<Dropped[]> {
  const dropped: Dropped[] = []
  for (const table of pointerTables) {
    const rows = earlier[table]
    const drop = doublesAmong(table, rows)
    for (const each of drop) await dropRow(db, each)
    dropped.push(...drop)
    const sources = [...new Set(rows.map(({ signup_id }) => signup_id as number))].filter((id) => id !== survivor)
    if (sources.length > 0)
      await sql`update ${sql.table(table)} set signup_id = ${survivor} where signup_id = any(${sources}::bigint[])`.execute(
        db,
      )
  }
  return dropped
}

function doublesAmong(table: PointerTable, rows: readonly Row[]): Dropped[] {
  const { onePer } = pointerOf(table)
  if (!onePer) return []
  return [...Map.groupBy(rows, (row) => row[onePer.column]).values()].flatMap((same) => {
    const [kept, ...others] = same.toSorted(onePer.better)
    return others.map((row) => ({ table, row, kept: kept! }))
  })
}

/** With the engagement of an event that was attended: it stands on the answer that stays. */
async function dropRow(db: Db, { table, row }: Dropped): Promise<void> {
  if (row.engagement_id)
    await db
      .deleteFrom('engagements')
      .where('id', '=', row.engagement_id as number)
      .execute()
  const isRow = Object.entries(keyOf(table, row)).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`delete from ${sql.table(table)} where ${sql.join(isRow, sql` and `)}`.execute(db)
}

/** Gives the places of answers that were dropped to those who wait. */
export async function passPlacesOn(db: Db, dropped: readonly Dropped[]): Promise<MergeOutcome['places']> {
  const places: MergeOutcome['places'] = []
  for (const what of answerTables) {
    const { holding, fillPlaces } = answers().kinds[what]
    const freed = dropped.filter(({ table, row }) => table === what && holding.includes(row.status))
    for (const id of answeredIds(
      what,
      freed.map(({ row }) => row),
    )) {
      const waiting = await countWaiting(db, what, id)
      await fillPlaces(db, id)
      const count = waiting - (await countWaiting(db, what, id))
      if (count > 0) places.push({ what, title: await titleOf(db, what, id), count })
    }
  }
  return places
}

async function countWaiting(db: Db, table: AnswerTable, id: number): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`${sql.ref(pointers[table].onePer.column)} = ${id}`)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return count
}

async function titleOf(db: Db, table: AnswerTable, id: number): Promise<string> {
  const { title } = await db
    .selectFrom(pointers[table].onePer.title.table)
    .select('title')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return title
}
