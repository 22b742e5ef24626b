import { editEventPage, eventContract, newEventPage, type EventState } from '@alumni/shared/publications/staff-events'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { listCommunityChoices, contentForm, refuseUnknownCommunity } from '../communities/choices.ts'
import { kind, publicationState } from '../engine/kind.ts'
import { listUsedCities, locationColumns, listUsedLocations } from '../engine/locations.ts'
import { selectClock, toInstants, invalid } from '../engine/times.ts'
import { cancelEvent, changeEvent, type EventChanges } from './organize-event.ts'
import { rsvps, takenPlaces } from './rsvps.ts'

const state = publicationState<EventState>(
  sql`case when t.cancelled_at is not null then 'cancelled' when t.ends_at <= now() then 'past' else 'upcoming' end`,
)
const zone = sql<string>`t.time_zone`
const canMark = sql<boolean>`(${state} in ('upcoming', 'past')
  and (t.starts_at at time zone t.time_zone)::date <= (now() at time zone t.time_zone)::date)`
const all = (db: Db) => db.selectFrom('events as t').leftJoin('communities as c', 'c.id', 't.community_id')

export const eventKind = kind({
  contract: eventContract,
  table: 'events',
  noun: 'event',
  folder: '/events',
  home: '/champion_signups/events',
  needs: 'staff',
  state,
  stateDescriptions: {
    draft: 'a draft',
    scheduled: 'scheduled',
    upcoming: 'published',
    past: 'over',
    cancelled: 'canceled',
  },
  answers: rsvps,
  read: (db) =>
    all(db)
      .select(['t.community_id', 'c.name as community', 't.time_zone', 't.venue', 't.address', 't.is_online'])
      .select(locationColumns)
      .select(['t.places', 't.max_guests', selectClock<string>('t.starts_at', zone).as('starts')])
      .select([selectClock<string>('t.ends_at', zone).as('ends'), utc('t.starts_at').as('starts_at')])
      .select([utc('t.ends_at').as('ends_at'), utc('t.cancelled_at').as('cancelled_at')])
      .select([canMark.as('can_mark'), takenPlaces.as('taken')]),
  async columnsOf(db, _config, { starts, ends, ...columns }) {
    await refuseUnknownCommunity(db, columns.community_id)
    const times = await toInstants(db, columns.time_zone, { starts, ends })
    if (times.ends < times.starts) throw invalid('ends', 'It ends before it begins.')
    const nowhere = columns.is_online && { city: null, region: null, country: null }
    return { ...columns, ...nowhere, starts_at: times.starts, ends_at: times.ends }
  },
  store: (db, id, columns) => changeEvent(db, id, columns as EventChanges),
  refuseSave: ({ state }) => (state === 'cancelled' ? 'This event was canceled and can no longer be changed.' : null),
  provenMoves: { cancel: 'Cancel the event' },
  beforeMove: { cancel: cancelEvent },
  list: {
    searchedColumns: ['t.title', 't.summary', 't.venue', 't.city', 'c.name'],
    rows: (db, { community, soon, city }) =>
      all(db)
        .select(['c.name as community', 't.time_zone', 't.venue', 't.is_online', 't.places'])
        .select(locationColumns)
        .select(utc('t.starts_at').as('starts_at'))
        .$if(city !== undefined, (events) => events.where('t.city', '=', city!))
        .$if(community !== undefined, (events) => events.where('t.community_id', '=', community!))
        .$if(soon !== undefined, (events) =>
          events.where(state, '=', 'upcoming').where('t.starts_at', '<', sql<string>`now() + interval '7 days'`),
        )
        // Drafts come first, then upcoming events, soonest first, then past events, latest first.
        .orderBy(sql`case when ${state} = 'draft' then 0 when ${state} in ('scheduled', 'upcoming') then 1 else 2 end`)
        .orderBy(sql`case when ${state} in ('draft', 'scheduled', 'upcoming') then t.starts_at end`)
        .orderBy('t.starts_at', 'desc')
        .orderBy('t.id', 'desc'),
    page: async (events, db) => ({
      events,
      communities: await listCommunityChoices(db),
      cities: await listUsedCities(db, 'events'),
    }),
  },
  form: {
    new: newEventPage,
    edit: editEventPage,
    choices: async (db, config) => ({
      ...(await contentForm.choices(db, config)),
      locations: await listUsedLocations(db),
    }),
    show: (event, choices: object) => ({ event, ...choices }),
  },
})
