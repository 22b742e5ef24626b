import {
  opportunityFields,
  type OpportunityFields,
  type OpportunityRecord,
} from '@alumni/shared/publications/staff-opportunities'
import type { Updateable } from 'kysely'
import type { Keeping } from '../content/keep-content.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import { fillPlaces, lockOpportunity } from './respond.ts'
import { findRecord, isUnanswered } from './staff-record.ts'

/** How opportunities are written. New places go to those who wait. */
export const keptOpportunity: Keeping<OpportunityFields, OpportunityRecord> = {
  table: 'opportunities',
  noun: 'opportunity',
  names: Object.keys(opportunityFields.shape) as (keyof OpportunityFields)[],
  lock: lockOpportunity,
  find: findRecord,
  columnsOf: (_em, _config, fields) => fields,
  async store(db, id, columns) {
    const changes = columns as Updateable<Tables['opportunities']>
    await db.updateTable('opportunities').set(changes).where('id', '=', id).execute()
    await fillPlaces(db, id)
  },
  refuseDelete({ state, counts }) {
    if (state !== 'draft') return 'Only a draft can be deleted. Close this opportunity instead.'
    return isUnanswered(counts) ? null : 'Champions have answered this one: it cannot be deleted.'
  },
}
