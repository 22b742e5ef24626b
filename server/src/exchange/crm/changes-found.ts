import { sql, type RawBuilder } from 'kysely'
import type { CrmChange, CrmChangesPage, CrmChangesQuery, WaitingAge } from '@alumni/shared/exchange/crm'
import { hasWords } from '../../foundations/database/has-words.ts'
import type { Db } from '../../foundations/database/db.ts'

/** `as_of`: the moment from which ages are counted. */
export type ChangeFilter = Omit<CrmChangesQuery, 'page' | 'state'> & { state: CrmChangesPage['state']; as_of: string }

/** The changes that the filters of a page find. */
export function changesFound(db: Db, { state, batch_id, age, crm_id, q, as_of }: ChangeFilter) {
  return db
    .selectFrom('crm_data_changes as d')
    .innerJoin('alumni as a', 'a.buid', 'd.buid')
    .$if(state !== 'all', (changes) => changes.where('d.status', '=', state as CrmChange['status']))
    .$if(batch_id !== undefined, (changes) =>
      changes.where(({ eb, or, selectFrom }) =>
        or([
          eb('d.verified_by_batch_id', '=', batch_id!),
          eb('d.id', 'in', selectFrom('crm_conflicts').select('change_id').where('batch_id', '=', batch_id!)),
        ]),
      ),
    )
    .$if(age !== undefined, (changes) => changes.where(hasAge(age!, as_of)))
    .$if(crm_id === 'missing', (changes) => changes.where('a.crm_id', 'is', null))
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
}

function hasAge(age: WaitingAge, asOf: string): RawBuilder<boolean> {
  const [week, month] = [sql`${asOf}::timestamptz - interval '7 days'`, sql`${asOf}::timestamptz - interval '30 days'`]
  if (age === 'week') return sql<boolean>`${waitsSince} > ${week}`
  return age === 'month'
    ? sql<boolean>`${waitsSince} <= ${week} and ${waitsSince} > ${month}`
    : sql<boolean>`${waitsSince} <= ${month}`
}

/** Since when the change `d` waits where it stands; of a verified one it means nothing. */
export const waitsSince = sql<string>`case d.status when 'pending' then d.created_at when 'exported' then coalesce(d.exported_at, d.created_at) end`
