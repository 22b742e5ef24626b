import type {
  OpportunityState,
  StaffOpportunitiesPage,
  StaffOpportunitiesQuery,
} from '@alumni/shared/publications/staff-opportunities'
import { hasWords } from '../../foundations/database/has-words.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { noResponses, responseCounts, stateOf } from './staff-record.ts'

/** A page of all opportunities for staff: drafts first, then what is open, each the newest first. */
export async function listOpportunities(
  db: Db,
  { page, ...filter }: StaffOpportunitiesQuery,
): Promise<StaffOpportunitiesPage> {
  const found = opportunitiesFound(db, filter)
  const { rows, ...shown } = await readPage(page, {
    matching: countRows(found.select('o.id')),
    read: ({ limit, offset }) =>
      found
        .select(['o.id', 'o.title', 'o.kind', 'o.place', 'o.is_remote', 'o.places', 'o.closes_on'])
        .select([stateOf.as('state'), utc('o.updated_at').as('updated_at')])
        .orderBy(({ case: when }) =>
          when().when(stateOf, 'in', ['draft', 'scheduled']).then(0).when(stateOf, '=', 'open').then(1).else(2).end(),
        )
        .orderBy(({ fn }) => fn.coalesce('o.published_at', 'o.created_at'), 'desc')
        .orderBy('o.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
  })
  const counts = await responseCounts(
    db,
    rows.map(({ id }) => id),
  )
  return {
    opportunities: rows.map((row) => ({ ...row, counts: counts.get(row.id) ?? noResponses })),
    ...shown,
    counts: await countStates(db),
  }
}

/** The opportunities with answers that nobody has decided about. */
export async function opportunitiesToAnswer(db: Db): Promise<{ id: number }[]> {
  return opportunitiesFound(db, { answers: 'new' }).select('o.id').execute()
}

function opportunitiesFound(db: Db, { q, state, kind, answers }: Omit<StaffOpportunitiesQuery, 'page'>) {
  return db
    .selectFrom('opportunities as o')
    .where(hasWords(q, ['o.title', 'o.summary', 'o.place', 'o.effort']))
    .$if(state !== undefined, (all) => all.where(stateOf, '=', state!))
    .$if(kind !== undefined, (all) => all.where('o.kind', '=', kind!))
    .$if(answers !== undefined, (all) =>
      all.where('o.id', 'in', (db) =>
        db.selectFrom('opportunity_responses').select('opportunity_id').where('status', '=', 'responded'),
      ),
    )
}

async function countStates(db: Db): Promise<Record<OpportunityState, number>> {
  const rows = await db
    .selectFrom('opportunities as o')
    .select([stateOf.as('state'), ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts = { draft: 0, scheduled: 0, open: 0, closed: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}
