import type { Db } from '../../foundations/database/db.ts'
import type { Row } from './pointers.ts'
import { changedTables, isEqual, keyText, rowsWithKeys, type Change, type ChangedTable } from './snapshot.ts'

/** An undo resets columns unchanged since the merge, inserts dropped rows and deletes added ones. */
export type Restoration = {
  updates: { table: ChangedTable; key: Row; values: Row }[]
  inserts: { table: ChangedTable; row: Row }[]
  deletes: { table: ChangedTable; key: Row }[]
  /** The answers among them, whole: their events and opportunities are to be locked. */
  answers: { event_rsvps: Row[]; opportunity_responses: Row[] }
}

/** Returns the writes that undo these changes on the current rows; later changes are left alone. */
export async function restorationOf(db: Db, changes: readonly Change[], survivor: number): Promise<Restoration> {
  const restoration: Restoration = {
    updates: [],
    inserts: [],
    deletes: [],
    answers: { event_rsvps: [], opportunity_responses: [] },
  }
  for (const table of changedTables) {
    const ofTable = changes.filter((change) => change.table === table)
    const now = await rowsWithKeys(
      db,
      table,
      ofTable.map(({ key }) => key),
    )
    for (const change of ofTable) {
      const row = now.get(keyText(table, change.key))
      addTo(restoration, change, row)
      if (table === 'event_rsvps' || table === 'opportunity_responses')
        restoration.answers[table].push((row ?? change.before)!)
    }
  }
  restoration.inserts = restoration.inserts.filter(
    ({ table, row }) => table !== 'engagements' || isNeeded(restoration, row),
  )
  return withoutUnlinkedGoogle(restoration, survivor)
}

function addTo(
  { updates, inserts, deletes }: Restoration,
  { table, key, before, after }: Change,
  now: Row | undefined,
): void {
  if (before === null) {
    if (now && isEqual(now, after)) deletes.push({ table, key })
  } else if (after === null) {
    if (!now) inserts.push({ table, row: before })
  } else if (now) {
    const names = Object.keys(before).filter(
      (name) => !isEqual(before[name], after[name]) && isEqual(now[name], after[name]),
    )
    if (names.length > 0)
      updates.push({ table, key, values: Object.fromEntries(names.map((name) => [name, before[name]])) })
  }
}

/** An engagement comes back with the answer that stands for it; where that was changed since, it does not. */
function isNeeded({ updates, inserts }: Restoration, engagement: Row): boolean {
  return (
    updates.some(({ values }) => values.engagement_id === engagement.id) ||
    inserts.some(({ table, row }) => table === 'event_rsvps' && row.engagement_id === engagement.id)
  )
}

/** A Google account that was moved to the survivor and unlinked there since stays unlinked. */
function withoutUnlinkedGoogle(restoration: Restoration, survivor: number): Restoration {
  const isSignup = ({ table }: { table: ChangedTable }) => table === 'champion_signups'
  const givesBack = restoration.updates.some(
    (update) => isSignup(update) && update.key.id === survivor && 'google_uid' in update.values,
  )
  if (!givesBack)
    for (const { values } of restoration.updates.filter(isSignup)) {
      delete values.google_uid
      delete values.google_linked_at
    }
  return restoration
}
