import type { Card } from '@alumni/shared/publications/cards'
import {
  fromAnywhere,
  opportunityKindNames,
  responseWords,
  whereToHelp,
  type OpportunitiesQuery,
  type ResponseStatus,
} from '@alumni/shared/publications/opportunities'
import type { Option } from '@alumni/shared/portal'
import { sql } from 'kysely'
import { idsStandingFor } from '../../champions/index.ts'
import { pictureOf } from '../engine/pictures.ts'
import { hasWords } from '../../foundations/database/has-words.ts'
import type { Db } from '../../foundations/database/db.ts'
import { answersOf } from '../engine/answers.ts'
import { readCards } from '../engine/site.ts'
import { isOpen, placesLeft, publishedOpportunities, type OpportunityRow } from './opportunities.ts'
import { responses } from './responses.ts'

const searched = ['t.title', 't.summary', 't.body', 't.place', 't.city', 't.effort']

/** A page of opportunities, the open ones first and the newest of them; with what `signup` has answered. */
export async function readOpportunities(db: Db, asked: OpportunitiesQuery, signup: number | null) {
  const { q, kind, where, closed, page } = asked
  const query = publishedOpportunities(db)
    .where(hasWords(q, searched))
    .$if(closed === undefined, (all) => all.where(isOpen))
    .$if(kind !== undefined, (all) => all.where('t.kind', '=', kind!))
    .$if(where === fromAnywhere, (all) => all.where('t.is_remote', '=', true))
    .$if(Boolean(where) && where !== fromAnywhere, (all) => all.where('t.place', '=', where!))
  const ordered = query.orderBy(isOpen, 'desc').orderBy('t.published_at', 'desc').orderBy('t.id')
  return readCards(page, ordered, (rows) => cardsOf(db, rows, signup))
}

/** Open opportunities for pages that lead to them, the newest first; those that `signup` has not answered yet. */
export async function someOpportunities(db: Db, limit: number, signup: number | null = null): Promise<Card[]> {
  const mine = signup === null ? [] : await idsStandingFor(db, signup)
  const rows = await publishedOpportunities(db)
    .where(isOpen)
    .$if(mine.length > 0, (all) =>
      all.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('opportunity_responses as r')
              .select('r.id')
              .whereRef('r.opportunity_id', '=', 't.id')
              .where('r.signup_id', 'in', mine),
          ),
        ),
      ),
    )
    .orderBy('t.published_at', 'desc')
    .orderBy('t.id')
    .limit(limit)
    .execute()
  return cardsOf(db, rows, null)
}

/** The places that the filter offers: those of open opportunities. */
export async function placeOptions(db: Db): Promise<Option[]> {
  const places = await publishedOpportunities(db)
    .where(isOpen)
    .clearSelect()
    .select(sql<string>`t.place`.as('place'))
    .distinct()
    .where('t.place', 'is not', null)
    .orderBy('place')
    .execute()
  return [
    { value: fromAnywhere, label: 'From anywhere' },
    ...places.map(({ place }) => ({ value: place, label: place })),
  ]
}

async function cardsOf(db: Db, rows: OpportunityRow[], signup: number | null): Promise<Card[]> {
  const mine = await answersOf(
    db,
    responses,
    signup,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    href: hrefOf(row),
    title: row.title,
    over: `${opportunityKindNames[row.kind]} · ${whereToHelp(row)}`,
    text: row.summary,
    picture: pictureOf(row),
    date: null,
    tag: tagOf(row, mine.get(row.id)?.status),
    note: noteOf(row),
  }))
}

export const hrefOf = ({ slug }: Pick<OpportunityRow, 'slug'>) => `/opportunities/${slug}`

function tagOf(row: OpportunityRow, status: ResponseStatus | undefined): Card['tag'] {
  if (status && status !== 'withdrawn') return responseWords[status]
  return row.is_open ? null : { tone: 'neutral', label: 'Closed' }
}

function noteOf(row: OpportunityRow): string | null {
  const left = placesLeft(row)
  if (!row.is_open || left === null) return row.effort
  if (left === 0) return 'Waiting list'
  return left === 1 ? '1 place left' : `${left} places left`
}
