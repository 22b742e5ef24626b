import type pg from 'pg'
import { rowsOf } from './database.ts'
import { tables } from './tables.ts'

/**
 * Changes since a snapshot: the new `snapshot`, and BUIDs of written rows by table, or `isAll` to read everyone anew.
 * Snapshots of two incarnations cannot be compared.
 */
export type Changes = { snapshot: string; incarnation: string; isAll: boolean; buids: Map<string, string[]> }

/**
 * Another one after a standby was promoted (a new timeline) or PostgreSQL has crashed (it forgets its statistics):
 * transactions that were seen may be gone then, and others have their ids.
 */
const incarnation = `left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' '
  || coalesce((select extract(epoch from stats_reset) from pg_stat_archiver), 0)`

const since = `
  select pg_current_snapshot()::text, ${incarnation}, null
  union all
  select null, change.source, array_to_string(array_agg(distinct buid), ',')
  from alumni_changes change left join lateral unnest(change.buids) buid on true
  where change.xid >= pg_snapshot_xmin($1::pg_snapshot) and change.xid < pg_snapshot_xmax(pg_current_snapshot())
    and pg_visible_in_snapshot(change.xid, pg_current_snapshot())
    and not pg_visible_in_snapshot(change.xid, $1::pg_snapshot)
    and (change.source is null or change.source = any ($2::text[]))
  group by change.source, buid is null`

/**
 * Reads the change log: transactions that `snapshot` does not include, and the snapshot that does. Each is read once:
 * entries that came with a dump have the ids of another cluster, which this one has not reached.
 */
export async function changesSince(pool: pg.Pool, snapshot: string | null): Promise<Changes> {
  const [[first, current] = [], ...rows] = await rowsOf(pool, 'changes', since, [
    snapshot,
    tables.map(({ name }) => name),
  ])
  const buids = new Map<string, string[]>()
  for (const [, source, list] of rows) if (source && list) buids.set(source, list.split(','))
  // An entry without a table or without people means everyone.
  return { snapshot: first!, incarnation: current!, isAll: rows.some(([, source, list]) => !source || !list), buids }
}

const imageSource = `'image ' || $1 || ' of ' || (select system_identifier from pg_control_system()) || ' '
  || (select oid from pg_database where datname = current_database()) || ' ' || 'alumni_changes'::regclass::oid`

/**
 * Adds an entry to the log that only an image with this token was written with, and reports no change; false where
 * PostgreSQL is another incarnation than the image's. Its transaction comes after the image's snapshot, so that a crash
 * that leaves the entry leaves what the image includes.
 */
export async function rememberImage(pool: pg.Pool, token: string, of: string): Promise<boolean> {
  const remember = `
    insert into alumni_changes (source, buids) select ${imageSource}, '{}' where $2 = ${incarnation} returning 1`
  return (await rowsOf(pool, 'remember image', remember, [token, of])).length > 0
}

/**
 * Returns how many milliseconds ago the image with this token was written, by its entry in the log; undefined without
 * one, as later entries may then be missing too. A database that was put back to an earlier state has no such entry; a
 * copy, or a table that was made anew, has another identity.
 */
export async function ageOfImage(pool: pg.Pool, token: string): Promise<number | undefined> {
  const known = `select extract(epoch from now() - at) * 1000 from alumni_changes
    where source = ${imageSource} and at > now() - interval '12 hours'`
  const [[ageMs] = []] = await rowsOf(pool, 'image', known, [token])
  return ageMs == null ? undefined : Number(ageMs)
}
