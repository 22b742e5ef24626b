import { sql, type RawBuilder } from 'kysely'
import type { CrmChange, CrmChangesPage, CrmChangesQuery } from '@alumni/shared/crm'
import { displayName, nameColumns, type NameParts } from '../alumni/index.ts'
import { hasWords } from '../database/has-words.ts'
import type { EntityManager } from '../database/orm.ts'
import { countRows, readPage, type PageRows } from '../database/read-page.ts'
import { utc } from '../database/utc.ts'
import { lastExports } from './export-batches.ts'
import { importOf } from './import-of.ts'

/** A page of changes for the CRM, newest first, and the last exports. */
export async function listChanges(
  em: EntityManager,
  { batch_id, q, page, ...query }: CrmChangesQuery,
): Promise<CrmChangesPage> {
  const state = query.state ?? (batch_id === undefined ? 'pending' : 'verified')
  const counts = await countChanges(em)
  const from = changesWith([
    state === 'all' ? sql`true` : sql`d.status = ${state}`,
    batch_id === undefined ? sql`true` : sql`d.verified_by_batch_id = ${batch_id}`,
    hasWords(q, [
      'a.buid',
      'a.first_name',
      'a.preferred_name',
      'a.middle_name',
      'a.last_name',
      'a.former_last_name',
      'd.before',
      'd.after',
      'd.made_by',
    ]),
  ])
  const isUnfiltered = state !== 'all' && batch_id === undefined && !q
  const { rows, ...shown } = await readPage(page, {
    matching: isUnfiltered ? counts[state] : countRows(em, from),
    read: (rows) => readChanges(em, from, rows),
  })
  return {
    changes: rows,
    ...shown,
    state,
    counts,
    import: await importOf(em, batch_id),
    export_batches: await lastExports(em),
  }
}

function changesWith(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`from crm_data_changes d join alumni a on a.buid = d.buid where ${sql.join(conditions, sql` and `)}`
}

async function readChanges(
  em: EntityManager,
  from: RawBuilder<unknown>,
  { limit, offset }: PageRows,
): Promise<CrmChange[]> {
  const { rows } = await sql<Omit<CrmChange, 'name'> & NameParts>`
    select d.id, d.buid, d.field, d.before, d.after, d.status, d.made_by, d.export_batch_id, d.verified_by_batch_id, ${nameColumns},
      ${utc('d.created_at')} as created_at, ${utc('d.exported_at')} as exported_at, ${utc('d.verified_at')} as verified_at
    ${from} order by d.id desc limit ${limit} offset ${offset}
  `.execute(em.getKysely())
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    export_batch_id: numberOf(row.export_batch_id),
    verified_by_batch_id: numberOf(row.verified_by_batch_id),
    name: displayName(row),
  }))
}

async function countChanges(em: EntityManager): Promise<CrmChangesPage['counts']> {
  const { rows } = await sql<{
    status: CrmChange['status']
    count: string
  }>`select status, count(*) from crm_data_changes group by status`.execute(em.getKysely())
  const counts = { pending: 0, exported: 0, verified: 0 }
  for (const { status, count } of rows) counts[status] = Number(count)
  return counts
}

function numberOf(id: number | null): number | null {
  return id === null ? null : Number(id)
}
