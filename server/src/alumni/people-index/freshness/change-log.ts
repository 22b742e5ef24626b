import type pg from 'pg'
import { readRows } from './database.ts'
import { tables } from './tables.ts'

/** A snapshot of the database; snapshots with different histories cannot be compared. */
export type Position = { snapshot: string; history: string }

/** The BUIDs of changed rows by table, or `isAll` where everyone may have changed; `position` includes the changes. */
export type Changes = { position: Position; isAll: boolean; buids: Map<string, string[]> }

/**
 * Identifies the table `alumni_changes`, the timeline, which a promoted standby replaces, and the statistics, which
 * PostgreSQL resets after a crash: either may lose transactions, whose ids are then used again.
 */
const historyExpression = `concat_ws(' ', (select system_identifier from pg_control_system()), 'alumni_changes'::regclass::oid,
  left(pg_walfile_name(pg_current_wal_lsn()), 8), extract(epoch from (select stats_reset from pg_stat_archiver)))`

const positionQuery = `select pg_current_snapshot()::text, ${historyExpression}`

// Entries that came with a dump have transaction ids of another cluster, which this one has not reached.
const changesQuery = `
  ${positionQuery}, null
  union all
  select null, change.source, array_to_string(array_agg(distinct buid), ',')
  from alumni_changes change left join lateral unnest(change.buids) buid on true
  where change.xid >= pg_snapshot_xmin($1::pg_snapshot) and change.xid < pg_snapshot_xmax(pg_current_snapshot())
    and pg_visible_in_snapshot(change.xid, pg_current_snapshot())
    and not pg_visible_in_snapshot(change.xid, $1::pg_snapshot)
    and (change.source is null or change.source = any ($2::text[]))
  group by change.source, buid is null`

export async function readPosition(pool: pg.Pool): Promise<Position> {
  const [[snapshot, history] = []] = await readRows(pool, 'position', positionQuery, [])
  return { snapshot: snapshot!, history: history! }
}

/** Reads the entries of all transactions that `known` does not include. */
export async function readChanges(pool: pg.Pool, known: Position): Promise<Changes> {
  const names = tables.map(({ name }) => name)
  const [[snapshot, history] = [], ...rows] = await readRows(pool, 'changes', changesQuery, [known.snapshot, names])
  const buids = new Map<string, string[]>()
  for (const [, source, buidList] of rows) if (source && buidList) buids.set(source, buidList.split(','))
  return {
    position: { snapshot: snapshot!, history: history! },
    isAll: history !== known.history || rows.some(([, source, buidList]) => !source || !buidList),
    buids,
  }
}
