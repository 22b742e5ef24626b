import { sql } from 'kysely'
import type { z } from 'zod'
import type { PictureKind } from '@alumni/shared/publications/cards'
import { matchesSearch } from '../../foundations/database/matches-search.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { Config } from '../../foundations/process/config.ts'
import { countAnswers, hasNoAnswers } from './answers.ts'
import { publicationTable, type Contract, type Kind, type RecordOf } from './kind.ts'

/** Returns a publication for staff, with its state, its answer counts and the possible moves. Throws a 404. */
export async function findRecord<C extends Contract>(
  kind: Kind<C>,
  db: Db,
  config: Config,
  id: number,
): Promise<RecordOf<C>> {
  const { contract, answers, titleColumn = 'title' } = kind
  const found = await kind
    .read(db, config)
    .leftJoin('staff_users as u', 'u.id', 't.updated_by_id')
    .select(['t.id', 't.slug', 't.summary', 't.body', 't.photo', 't.photo_alt', 't.version', 'u.name as updated_by'])
    .select([sql.ref<string>(`t.${titleColumn}`).as('title'), sql<PictureKind>`t.picture`.as('picture')])
    .select([utc('t.published_at').as('published_at'), utc('t.updated_at').as('updated_at'), kind.state.as('state')])
    .where('t.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new HttpError(404, kind.missing ?? `There is no such ${kind.noun}. It may have been deleted.`)
  const counts = answers && (await countAnswers(db, answers, [id]))(id)
  const canUnpublish = !counts || hasNoAnswers(counts)
  return {
    ...(kind.complete?.(found as RecordOf<C>) ?? found),
    ...(counts && { counts }),
    site_url: `${config.CHAMPIONS_URL}${kind.folder}/${found.slug}`,
    clock_zone: config.INSTITUTION_TIME_ZONE,
    moves: Object.keys(contract.moves).filter(
      (move) => contract.canMove(found.state, move) && (move !== 'unpublish' || canUnpublish),
    ),
  } as RecordOf<C>
}

/** Returns a page of publications for staff, with a count for each state that ignores the filters. */
export async function listRecords(kind: Kind, db: Db, query: z.output<Contract['query']>): Promise<object> {
  const { list, state, answers, contract, titleColumn = 'title' } = kind
  const found = list
    .rows(db, query)
    .leftJoin('staff_users as u', 'u.id', 't.updated_by_id')
    .where(matchesSearch(query.q, list.searchedColumns))
    .$if(query.state !== undefined, (all) => all.where(state, '=', query.state!))
  const { rows, ...pageMembers } = await readPage(query.page, {
    matching: countRows(found),
    read: ({ limit, offset }) =>
      found
        .select(['t.id', sql.ref<string>(`t.${titleColumn}`).as('title'), state.as('state')])
        .select(['u.name as updated_by', utc('t.updated_at').as('updated_at')])
        .limit(limit)
        .offset(offset)
        .execute(),
  })
  const ids = rows.map(({ id }) => id as number)
  const counts = answers && (await countAnswers(db, answers, ids))
  const states = await db
    .selectFrom(publicationTable(kind.table))
    .select([state.as('state'), ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return {
    ...(await list.page(counts ? rows.map((row) => ({ ...row, counts: counts(row.id) })) : rows, db)),
    ...pageMembers,
    counts: {
      ...Object.fromEntries(contract.states.map((state) => [state, 0])),
      ...Object.fromEntries(states.map(({ state, count }) => [state, count])),
    },
  }
}
