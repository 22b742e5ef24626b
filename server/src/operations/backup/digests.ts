import type pg from 'pg'
import type { Tables } from '../../foundations/database/tables.ts'

/** Backups omit the rows of these tables, which are short-lived or belong to this cluster. */
export const transientTables = [
  'alumni_changes',
  'agenda_jobs',
  'job_outbox',
  'process_reports',
  'staff_sessions',
  'staff_pending_sign_ins',
  'staff_app_codes',
  'password_resets',
  'champion_sessions',
  'champion_devices',
  'signin_requests',
  'signup_drafts',
] as const satisfies (keyof Tables)[]

export const digestSettings =
  '-c timezone=UTC -c datestyle=ISO,MDY -c intervalstyle=postgres -c bytea_output=hex -c extra_float_digits=1 -c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=0'

export type TableDigest = { name: string; rows: number; digest: string }

async function listTables(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'unfinished_restore'
    group by c.relname order by c.relname`)
  return rows
}

/** `empty` names tables that the backup contains without rows. */
export async function computeDigests(
  client: pg.ClientBase,
  empty: readonly string[],
  signal?: AbortSignal,
): Promise<TableDigest[]> {
  const digests: TableDigest[] = []
  for (const { name, columns } of await listTables(client)) {
    signal?.throwIfAborted()
    digests.push(empty.includes(name) ? { name, rows: 0, digest: '0' } : await computeDigest(client, name, columns))
  }
  return digests
}

async function computeDigest(client: pg.ClientBase, name: string, columns: string[]): Promise<TableDigest> {
  const row = columns.map((column) => `"${column}"`).join(', ')
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(row(${row})::text, 0)), 0)::text as digest from public."${name}"`,
  )
  return { name, rows: Number(rows[0]!.rows), digest: rows[0]!.digest }
}
