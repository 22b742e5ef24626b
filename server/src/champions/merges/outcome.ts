import { z } from 'zod'
import { sql } from 'kysely'
import { mergeFieldNames, type MergeChoices, type MergeOutcome } from '@alumni/shared/champions/merges'
import type { Signup } from '../record/find-signup.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Db } from '../../foundations/database/db.ts'
import { readValues, type Values } from './field-values.ts'
import type { Dropped } from './move-rows.ts'
import { pointerOf, pointerTables, type PointerTable, type Row } from './pointers.ts'
import { isEqual, isPointer, type Change } from './snapshot.ts'

type Done = {
  survivor_id: number
  choices: Required<MergeChoices>
  /** The survivor's values before. */
  before: Values
  changes: readonly Change[]
  dropped: readonly Dropped[]
  places: MergeOutcome['places']
  google: MergeOutcome['google']
  calledOff: number
}

/** Describes in words and counts what a merge has changed. */
export async function outcomeOf(db: Db, done: Done): Promise<MergeOutcome> {
  const { survivor_id, choices, before, changes, dropped, places, google, calledOff } = done
  const survivor = changes.find(({ table, key }) => table === 'champion_signups' && key.id === survivor_id)!
  const [after] = await readValues(db, [survivor.after as Signup])
  const engagements = changes.filter(({ table }) => table === 'engagements')
  return {
    fields: mergeFieldNames
      .filter((field) => !isEqual(before[field], after![field]))
      .map((field) => ({ field, before: before[field], after: after![field], from: choices[field] })),
    status: { before: survivor.before!.status as Signup['status'], after: survivor.after!.status as Signup['status'] },
    google,
    moved: pointerTables
      .map((what) => ({ what, count: changes.filter((change) => change.table === what && isMove(change)).length }))
      .filter(({ count }) => count > 0),
    dropped: await Promise.all(dropped.map((each) => describeDropped(db, each))),
    places,
    engagements: {
      added: engagements.filter((change) => change.before === null).length,
      removed: engagements.filter((change) => change.after === null).length,
    },
    called_off: calledOff,
  }
}

function isMove({ table, before, after }: Change): boolean {
  return isPointer(table) && before !== null && after !== null && 'signup_id' in after
}

async function describeDropped(db: Db, { table, row, kept }: Dropped): Promise<MergeOutcome['dropped'][number]> {
  return {
    what: table,
    title: await titleOfRow(db, table, row),
    of: row.signup_id as number,
    was: describeAnswer(row),
    kept_of: kept.signup_id as number,
    kept: describeAnswer(kept),
  }
}

/** Returns the title of what a row refers to, or '' for none. */
export async function titleOfRow(db: Db, table: PointerTable, row: Row): Promise<string> {
  const { onePer } = pointerOf(table)
  if (!onePer) return ''
  const [found] = await selectRaw(
    db,
    z.object({ title: z.string() }),
    sql`select ${sql.ref(onePer.title.column)} as title from ${sql.table(onePer.title.table)} where id = ${row[onePer.column]}`,
  )
  return found?.title ?? ''
}

/** "going with 2 guests"; null where a row has no state. */
export function describeAnswer({ status, guests }: Row): string | null {
  if (typeof status !== 'string') return null
  return typeof guests === 'number' && guests > 0
    ? `${status} with ${guests} ${guests === 1 ? 'guest' : 'guests'}`
    : status
}
