import type { CrmChange, CrmChangesPage, CrmChangesQuery } from '@alumni/shared/crm'
import { displayName, nameParts } from '../alumni/index.ts'
import { hasWords } from '../database/has-words.ts'
import type { EntityManager } from '../database/orm.ts'
import { countRows, readPage } from '../database/read-page.ts'
import { utc } from '../database/utc.ts'
import { lastExports } from './export-batches.ts'
import { importOf } from './import-of.ts'

/** A page of changes for the CRM, newest first, and the last exports. */
export async function listChanges(em: EntityManager, { page, ...query }: CrmChangesQuery): Promise<CrmChangesPage> {
  const state = query.state ?? (query.batch_id === undefined ? 'pending' : 'verified')
  const found = changesFound(em, { ...query, state })
  const counts = await countChanges(em)
  const isUnfiltered = state !== 'all' && query.batch_id === undefined && !query.q
  const { rows, ...shown } = await readPage(page, {
    matching: isUnfiltered ? counts[state] : countRows(found),
    read: ({ limit, offset }) => readChanges(found.limit(limit).offset(offset)),
  })
  return {
    changes: rows,
    ...shown,
    state,
    counts,
    import: await importOf(em, query.batch_id),
    export_batches: await lastExports(em),
  }
}

type Filter = Omit<CrmChangesQuery, 'page' | 'state'> & { state: CrmChangesPage['state'] }

function changesFound(em: EntityManager, { state, batch_id, q }: Filter) {
  return em
    .getKysely()
    .selectFrom('crm_data_changes as d')
    .innerJoin('alumni as a', 'a.buid', 'd.buid')
    .$if(state !== 'all', (changes) => changes.where('d.status', '=', state as CrmChange['status']))
    .$if(batch_id !== undefined, (changes) => changes.where('d.verified_by_batch_id', '=', batch_id!))
    .where(
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
    )
    .orderBy('d.id', 'desc')
}

async function readChanges(found: ReturnType<typeof changesFound>): Promise<CrmChange[]> {
  const rows = await found
    .select(['d.id', 'd.buid', 'd.field', 'd.before', 'd.after', 'd.status', 'd.made_by'])
    .select(['d.export_batch_id', 'd.verified_by_batch_id', ...nameParts])
    .select([utc('d.created_at').as('created_at'), utc('d.exported_at').as('exported_at')])
    .select(utc('d.verified_at').as('verified_at'))
    .execute()
  return rows.map((row) => ({ ...row, name: displayName(row) }))
}

async function countChanges(em: EntityManager): Promise<CrmChangesPage['counts']> {
  const rows = await em
    .getKysely()
    .selectFrom('crm_data_changes')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const counts = { pending: 0, exported: 0, verified: 0 }
  for (const { status, count } of rows) counts[status] = count
  return counts
}
