import { sql } from 'kysely'
import type { EventState, StaffEventsPage, StaffEventsQuery } from '@alumni/shared/publications/staff-events'
import { hasWords } from '../../foundations/database/has-words.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { communityChoices } from './known-community.ts'
import { eventState, noRsvps, rsvpCounts } from './staff-event-record.ts'

/** A page of all events for staff: drafts, then what comes next, then what lies behind, the latest first. */
export async function listEvents(db: Db, { page, ...filter }: StaffEventsQuery): Promise<StaffEventsPage> {
  const found = eventsFound(db, filter)
  const { rows, ...shown } = await readPage(page, {
    matching: countRows(found.select('e.id')),
    read: ({ limit, offset }) =>
      found
        .select(['e.id', 'e.title', 'c.name as community', 'e.time_zone', 'e.venue', 'e.is_online', 'e.places'])
        .select([eventState.as('state'), utc('e.starts_at').as('starts_at')])
        .orderBy(({ case: when }) =>
          when()
            .when(eventState, '=', 'draft')
            .then(0)
            .when(eventState, 'in', ['scheduled', 'upcoming'])
            .then(1)
            .else(2)
            .end(),
        )
        .orderBy(({ case: when, ref }) =>
          when().when(eventState, 'in', ['draft', 'scheduled', 'upcoming']).then(ref('e.starts_at')).end(),
        )
        .orderBy('e.starts_at', 'desc')
        .orderBy('e.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
  })
  const answers = await rsvpCounts(
    db,
    rows.map(({ id }) => id),
  )
  return {
    events: rows.map((row) => ({ ...row, counts: (answers.get(row.id) ?? noRsvps).counts })),
    ...shown,
    counts: await countStates(db),
    communities: await communityChoices(db),
  }
}

/** How many events are under way, or begin within seven days. */
export async function countEventsSoon(db: Db): Promise<number> {
  return countRows(eventsFound(db, { soon: 'yes' }).select('e.id'))
}

function eventsFound(db: Db, { q, state, community, soon }: Omit<StaffEventsQuery, 'page'>) {
  return db
    .selectFrom('events as e')
    .leftJoin('communities as c', 'c.id', 'e.community_id')
    .where(hasWords(q, ['e.title', 'e.summary', 'e.venue', 'c.name']))
    .$if(state !== undefined, (all) => all.where(eventState, '=', state!))
    .$if(community !== undefined, (all) => all.where('e.community_id', '=', community!))
    .$if(soon !== undefined, (all) =>
      all.where(eventState, '=', 'upcoming').where('e.starts_at', '<', sql<string>`now() + interval '7 days'`),
    )
}

async function countStates(db: Db): Promise<Record<EventState, number>> {
  const rows = await db
    .selectFrom('events as e')
    .select([eventState.as('state'), ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts = { draft: 0, scheduled: 0, upcoming: 0, past: 0, cancelled: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}
