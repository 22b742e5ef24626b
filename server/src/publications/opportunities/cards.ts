import type { Card } from '@alumni/shared/publications/cards'
import { opportunityKindNames, responseLabels, whereToHelp } from '@alumni/shared/publications/opportunities'
import type { OpportunitiesQuery, ResponseStatus } from '@alumni/shared/publications/opportunities'
import { sql } from 'kysely'
import { matchesSearch } from '../../foundations/database/matches-search.ts'
import type { Db } from '../../foundations/database/db.ts'
import { findAnswers } from '../engine/answers.ts'
import { locationColumns } from '../engine/locations.ts'
import type { PublicationListConfig } from '../engine/place-lists.ts'
import { toPicture, countPlacesLeft, formatPlacesLeft, readCards } from '../engine/site.ts'
import { isOpen, selectPublishedOpportunities, type OpportunityRow } from './opportunities.ts'
import { responses } from './responses.ts'

const searchedColumns = ['t.title', 't.summary', 't.body', 't.place', 't.city', 't.effort']

function selectFiltered(db: Db, { q, kind, closed, time }: OpportunitiesQuery, zone: string) {
  return selectPublishedOpportunities(db)
    .where(matchesSearch(q, searchedColumns))
    .$if(closed === undefined, (all) => all.where(isOpen))
    .$if(kind !== undefined, (all) => all.where('t.kind', '=', kind!))
    .$if(time !== undefined, (all) =>
      all.where(sql<boolean>`date_trunc('month', t.closes_on) = date_trunc('month', now() at time zone ${zone})`),
    )
}

/** Configures `findByPlace`. `zone` decides which opportunities close this month. */
export const buildOpportunityList = (db: Db, zone: string): PublicationListConfig<OpportunitiesQuery> => ({
  path: '/opportunities',
  sites: (filters) =>
    selectFiltered(db, filters, zone)
      .clearSelect()
      .select(['t.id', 't.is_remote as is_online', 't.place as place_text', ...locationColumns])
      .execute(),
  describeCount: (count, { kind, q }) =>
    [
      count || 'No',
      count === 1 ? 'opportunity' : 'opportunities',
      kind && `in ${opportunityKindNames[kind].toLowerCase()}`,
      q && `for “${q}”`,
    ]
      .filter(Boolean)
      .join(' '),
  describeTime: ({ time }) => (time ? 'closing this month' : ''),
  wider: [{ time: undefined }, { time: undefined, kind: undefined, q: undefined }],
})

/** Returns a page of cards, open opportunities first, then newest first. Lists only `ids`, unless that is null. */
export async function readOpportunities(
  db: Db,
  filters: OpportunitiesQuery,
  { ids, zone }: { ids: number[] | null; zone: string },
  signup: number | null,
) {
  const ordered = selectFiltered(db, filters, zone)
    .$if(ids !== null, (all) => all.where(sql<boolean>`t.id = any(${ids}::bigint[])`))
    .orderBy(isOpen, 'desc')
    .orderBy('t.published_at', 'desc')
    .orderBy('t.id')
  return readCards(filters.page, ordered, (rows) => cardsOf(db, rows, signup))
}

export async function listNewestOpportunities(db: Db, limit: number): Promise<Card[]> {
  const rows = await selectPublishedOpportunities(db)
    .where(isOpen)
    .orderBy('t.published_at', 'desc')
    .orderBy('t.id')
    .limit(limit)
    .execute()
  return cardsOf(db, rows, null)
}

async function cardsOf(db: Db, rows: OpportunityRow[], signup: number | null): Promise<Card[]> {
  const ids = rows.map(({ id }) => id)
  const answers = await findAnswers(db, responses, signup, ids)
  return rows.map((row) => ({
    href: hrefOf(row),
    title: row.title,
    over: `${opportunityKindNames[row.kind]} · ${whereToHelp(row)}`,
    text: row.summary,
    picture: toPicture(row),
    date: null,
    tag: tagOf(row, answers.get(row.id)?.status),
    note: noteOf(row),
  }))
}

export const hrefOf = ({ slug }: Pick<OpportunityRow, 'slug'>) => `/opportunities/${slug}`

function tagOf(row: OpportunityRow, status: ResponseStatus | undefined): Card['tag'] {
  if (status && status !== 'withdrawn') return responseLabels[status]
  return row.is_open ? null : { tone: 'neutral', label: 'Closed' }
}

function noteOf(row: OpportunityRow): string | null {
  const free = countPlacesLeft(row)
  if (!row.is_open || free === null) return row.effort
  return free === 0 ? 'Full, with a waiting list' : formatPlacesLeft(free)
}
