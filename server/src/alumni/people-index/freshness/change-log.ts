import type pg from 'pg'
import { queryRows } from './database.ts'
import { tables } from './tables.ts'

/** A PostgreSQL snapshot and its history. Only snapshots of the same history can be compared. */
export type Position = { snapshot: string; history: string }

/** `buids` are the changed people by table. If `isAll`, anyone may have changed. `position` includes the changes. */
export type Changes = { position: Position; isAll: boolean; buids: Map<string, string[]> }

/** Identifies a history. A restore, failover or crash starts a new one, because it may reuse transaction ids. */
const historyExpression = `concat_ws(' ', (select system_identifier from pg_control_system()), 'alumni_changes'::regclass::oid,
  left(pg_walfile_name(pg_current_wal_lsn()), 8), extract(epoch from (select stats_reset from pg_stat_archiver)))`

const positionQuery = `select pg_current_snapshot()::text, ${historyExpression}`

// The upper bound excludes entries of a restored dump, because their transaction ids come from another cluster.
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
  const [[snapshot, history] = []] = await queryRows(pool, 'position', positionQuery, [])
  return { snapshot: snapshot!, history: history! }
}

export async function readChanges(pool: pg.Pool, known: Position): Promise<Changes> {
  const names = tables.map(({ name }) => name)
  const [[snapshot, history] = [], ...rows] = await queryRows(pool, 'changes', changesQuery, [known.snapshot, names])
  const buids = new Map<string, string[]>()
  for (const [, source, buidList] of rows) if (source && buidList) buids.set(source, buidList.split(','))
  return {
    position: { snapshot: snapshot!, history: history! },
    isAll: history !== known.history || rows.some(([, source, buidList]) => !source || !buidList),
    buids,
  }
}
