import { sql } from 'kysely'
import type { DuplicatesPage } from '@alumni/shared/champions/merges'
import type { DuplicateReason, DuplicatesQuery } from '@alumni/shared/champions/merge-lists'
import { completePairs } from '../../alumni/index.ts'
import { matchesSearch } from '../../foundations/database/matches-search.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { readBriefs } from './read-briefs.ts'

export async function listDuplicates(db: Db, { page, ...filter }: DuplicatesQuery): Promise<DuplicatesPage> {
  const found = selectMatchingDuplicates(db, filter)
  const { rows, ...pageMembers } = await readPage(page, {
    matching: countRows(found),
    read: ({ limit, offset }) => readDuplicates(db, found.limit(limit).offset(offset)),
  })
  return { duplicates: rows, ...pageMembers, searched_at: await readSearchTime(db) }
}

export async function countDuplicates(db: Db): Promise<number> {
  return countRows(selectMatchingDuplicates(db, { dismissed: undefined }))
}

/** Selects pairs that staff marked as different people, with survivors in place of merged signups. */
export function selectDismissals(db: Db) {
  const survivorOf = (table: 'first' | 'second') =>
    sql<number>`case when ${sql.ref(`${table}.deleted_at`)} is null then ${sql.ref(`${table}.id`)}
      else surviving_signup(${sql.ref(`${table}.id`)}) end`
  const [low, high] = ['least', 'greatest'].map(
    (extreme) => sql<number>`${sql.raw(extreme)}(${survivorOf('first')}, ${survivorOf('second')})`,
  )
  return db
    .selectFrom('signup_dismissals as dismissal')
    .innerJoin('champion_signups as first', 'first.id', 'dismissal.first_id')
    .innerJoin('champion_signups as second', 'second.id', 'dismissal.second_id')
    .select([low!.as('low_id'), high!.as('high_id'), sql<number>`min(dismissal.id)`.as('id')])
    .groupBy([low!, high!])
}

function selectMatchingDuplicates(db: Db, { reason, dismissed, q }: Omit<DuplicatesQuery, 'page' | 'ids'>) {
  return db
    .selectFrom('signup_duplicates as pair')
    .innerJoin('champion_signups as first', 'first.id', 'pair.first_id')
    .innerJoin('champion_signups as second', 'second.id', 'pair.second_id')
    .leftJoin(selectDismissals(db).as('dismissal'), (join) =>
      join.onRef('dismissal.low_id', '=', 'pair.first_id').onRef('dismissal.high_id', '=', 'pair.second_id'),
    )
    .where('first.deleted_at', 'is', null)
    .where('second.deleted_at', 'is', null)
    .where('dismissal.id', dismissed ? 'is not' : 'is', null)
    .$if(reason !== undefined, (found) => found.where(sql<boolean>`pair.reasons @> array[${reason}]`))
    .where(
      matchesSearch(
        q,
        ['first', 'second'].flatMap((signup) => [
          `${signup}.first_name`,
          `${signup}.last_name`,
          `${signup}.former_last_name`,
          `${signup}.email`,
          `${signup}.buid`,
        ]),
      ),
    )
    .orderBy('pair.weight', 'desc')
    .orderBy('pair.second_id', 'desc')
    .orderBy('pair.first_id', 'desc')
}

async function readDuplicates(
  db: Db,
  found: ReturnType<typeof selectMatchingDuplicates>,
): Promise<DuplicatesPage['duplicates']> {
  const reasons = sql<DuplicateReason[]>`pair.reasons`.as('reasons')
  const rows = await found
    .select(['pair.first_id', 'pair.second_id', reasons, 'dismissal.id as dismissal_id'])
    .execute()
  return completePairs(db, rows, { dismissals: 'signup_dismissals', readBriefs })
}

/** Returns when duplicates were last searched for, or null if never. */
export async function readSearchTime(db: Db): Promise<string | null> {
  const search = await db.find('signup_duplicate_searches', [utc('searched_at').as('searched_at')], {})
  return search?.searched_at ?? null
}
