import { opportunityChoices, opportunityContract } from '@alumni/shared/publications/staff-opportunities'
import type { OpportunityRecord, OpportunityState } from '@alumni/shared/publications/staff-opportunities'
import { sql, type Updateable } from 'kysely'
import type { Tables } from '../../foundations/database/tables.ts'
import { utc } from '../../foundations/database/utc.ts'
import { hasEndedEverywhere } from '../../foundations/days.ts'
import { kind, publicationState } from '../engine/kind.ts'
import { listUsedCities, locationColumns, listUsedLocations } from '../engine/locations.ts'
import { isOpen } from './opportunities.ts'
import { fillOpportunityPlaces } from './respond.ts'
import { responses } from './responses.ts'

const state = publicationState<OpportunityState>(sql`case when ${isOpen} then 'open' else 'closed' end`)
const reopened = { closed_at: null }

export const opportunityKind = kind({
  contract: opportunityContract,
  table: 'opportunities',
  noun: 'opportunity',
  folder: '/opportunities',
  home: '/champion_signups/opportunities',
  needs: 'staff',
  state,
  stateDescriptions: { draft: 'a draft', scheduled: 'scheduled', open: 'open', closed: 'closed' },
  answers: responses,
  read: (db) =>
    db
      .selectFrom('opportunities as t')
      .select(['t.kind', 't.place', 't.is_remote', 't.effort', 't.question', 't.places', 't.closes_on'])
      .select(locationColumns)
      .select(utc('t.closed_at').as('closed_at')),
  columnsOf: (_db, _config, written) => written,
  async store(db, id, columns) {
    const changes = columns as Updateable<Tables['opportunities']>
    await db.update('opportunities', { id }, changes)
    await fillOpportunityPlaces(db, id)
  },
  refuseMove: ({ closes_on }: OpportunityRecord, move) =>
    (move === 'publish' || move === 'schedule' || move === 'reopen') &&
    closes_on !== null &&
    hasEndedEverywhere(closes_on)
      ? 'Its last day has passed. Edit the opportunity to choose a later day, or none.'
      : null,
  moveColumns: {
    publish: reopened,
    schedule: reopened,
    unpublish: reopened,
    close: { closed_at: sql`now()` },
    reopen: reopened,
  },
  afterMove: { reopen: fillOpportunityPlaces },
  list: {
    searchedColumns: ['t.title', 't.summary', 't.place', 't.city', 't.effort'],
    rows: (db, { kind, answers, city }) =>
      db
        .selectFrom('opportunities as t')
        .select(['t.kind', 't.place', 't.is_remote', 't.places', 't.closes_on'])
        .select(locationColumns)
        .$if(city !== undefined, (all) => all.where('t.city', '=', city!))
        .$if(kind !== undefined, (all) => all.where('t.kind', '=', kind!))
        .$if(answers !== undefined, (all) =>
          all.where('t.id', 'in', (db) =>
            db.selectFrom('opportunity_responses').select('opportunity_id').where('status', '=', 'responded'),
          ),
        )
        // Drafts come first, then open opportunities, then the others, each newest first.
        .orderBy(sql`case when ${state} in ('draft', 'scheduled') then 0 when ${state} = 'open' then 1 else 2 end`)
        .orderBy(sql`coalesce(t.published_at, t.created_at)`, 'desc')
        .orderBy('t.id', 'desc'),
    page: async (opportunities, db) => ({ opportunities, cities: await listUsedCities(db, 'opportunities') }),
  },
  form: {
    new: opportunityChoices,
    edit: opportunityContract.record.extend(opportunityChoices.shape),
    choices: async (db) => ({ locations: await listUsedLocations(db) }),
    show: (record, choices) => ({ ...record, ...choices }),
  },
})
