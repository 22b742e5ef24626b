import { eventFields, type EventFields, type EventRecord } from '@alumni/shared/publications/staff-events'
import { lockEvent } from './answer-event.ts'
import type { Keeping } from './keep-content.ts'
import { knownCommunity } from './known-community.ts'
import { instantsOf, invalid } from './local-time.ts'
import { changeEvent, type EventChanges } from './organize-event.ts'
import { findEventRecord, isUnanswered } from './staff-event-record.ts'

/** How events are written. Those who said yes are told of a new time or place, and new places go to those who wait. */
export const keptEvent: Keeping<EventFields, EventRecord> = {
  table: 'events',
  noun: 'event',
  names: Object.keys(eventFields.shape) as (keyof EventFields)[],
  lock: lockEvent,
  find: findEventRecord,
  async columnsOf(db, _config, { starts, ends, ...columns }) {
    await knownCommunity(db, columns.community_id)
    const times = await instantsOf(db, columns.time_zone, { starts, ends })
    if (times.ends < times.starts) throw invalid('ends', 'It ends before it begins.')
    return { ...columns, starts_at: times.starts, ends_at: times.ends }
  },
  store: (db, id, columns) => changeEvent(db, id, columns as EventChanges),
  refuseSave: ({ state }) => (state === 'cancelled' ? 'This event was canceled: it stays as it was.' : null),
  refuseDelete({ state, counts }) {
    if (state !== 'draft') return 'Only a draft can be deleted. Cancel this event instead.'
    return isUnanswered(counts) ? null : 'Champions have answered this one: it cannot be deleted.'
  },
}
