import { sql } from 'kysely'
import { countryName } from '@alumni/shared/countries'
import type { ResponsesQuery, StaffOpportunityPage } from '@alumni/shared/publications/staff-opportunities'
import type { Config } from '../../foundations/process/config.ts'
import { answerersOf, csvPerson, personColumns, unknownAnswerer } from '../content/answerers.ts'
import { hasWords } from '../../foundations/database/has-words.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { findRecord } from './staff-record.ts'

/** An opportunity with a page of its answers, who asked first first. Throws a 404. */
export async function readOpportunity(
  db: Db,
  config: Config,
  id: number,
  { q, page, ...asked }: ResponsesQuery,
): Promise<StaffOpportunityPage> {
  const opportunity = await findRecord(db, config, id)
  const { counts } = opportunity
  const status = asked.status ?? (counts.responded > 0 ? 'responded' : 'all')
  const found = db
    .selectFrom('opportunity_responses as r')
    .where('r.opportunity_id', '=', id)
    .$if(status !== 'all', (all) => all.where('r.status', '=', status as Exclude<typeof status, 'all'>))
    .$if(Boolean(q), (all) =>
      all
        .innerJoin('champion_signups as s', 's.id', 'r.signup_id')
        .where(hasWords(q, ['s.first_name', 's.last_name', 's.email', 'r.message', 'r.answer'])),
    )
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const { rows, ...shown } = await readPage(page, {
    matching: q ? countRows(found.select('r.id')) : status === 'all' ? all : counts[status],
    read: ({ limit, offset }) =>
      found
        .leftJoin('staff_users as u', 'u.id', 'r.decided_by_id')
        .select(['r.id', 'r.signup_id', 'r.status', 'r.message', 'r.answer', 'r.country', 'r.postal_code'])
        .select([utc('r.asked_at').as('asked_at'), utc('r.decided_at').as('decided_at'), 'u.name as decided_by'])
        .orderBy('r.asked_at')
        .orderBy('r.id')
        .limit(limit)
        .offset(offset)
        .execute(),
  })
  const people = await answerersOf(
    db,
    rows.map(({ signup_id }) => signup_id),
  )
  const lines = await linesOf(
    db,
    id,
    rows.filter((row) => row.status === 'waiting').map((row) => row.id),
  )
  return {
    opportunity,
    status,
    responses: rows.map((row) => ({
      ...row,
      ...(people.get(row.signup_id) ?? unknownAnswerer),
      line: lines.get(row.id) ?? null,
    })),
    ...shown,
  }
}

/** The places of answers in the line of those who wait, from 1. */
async function linesOf(db: Db, opportunity: number, waiting: readonly number[]): Promise<Map<number, number>> {
  if (waiting.length === 0) return new Map()
  const rows = await db
    .with('line', (db) =>
      db
        .selectFrom('opportunity_responses')
        .select(['id', sql<number>`row_number() over (order by asked_at, id)::int`.as('place')])
        .where('opportunity_id', '=', opportunity)
        .where('status', '=', 'waiting'),
    )
    .selectFrom('line')
    .select(['id', 'place'])
    .where('id', 'in', waiting)
    .execute()
  return new Map(rows.map(({ id, place }) => [id, place]))
}

export const responsesHeader = [
  ...personColumns,
  'status',
  'message',
  'answer',
  'postal_code',
  'country',
  'answered_at',
]

/** All answers to an opportunity as rows of a CSV file, in chunks of 500. */
export async function* responseRows(db: Db, opportunity: number) {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('opportunity_responses as r')
      .select(['r.id', 'r.signup_id', 'r.status', 'r.message', 'r.answer', 'r.country', 'r.postal_code'])
      .select(utc('r.asked_at').as('asked_at'))
      .where('r.opportunity_id', '=', opportunity)
      .where('r.id', '>', after)
      .orderBy('r.id')
      .limit(500)
      .execute()
    if (rows.length === 0) return
    after = rows.at(-1)!.id
    const people = await answerersOf(
      db,
      rows.map(({ signup_id }) => signup_id),
    )
    yield rows.map(({ signup_id, status, message, answer, postal_code, country, asked_at }) => [
      ...csvPerson(people.get(signup_id)),
      status,
      message,
      answer,
      postal_code,
      country && countryName(country),
      asked_at,
    ])
  }
}
