import { sql } from 'kysely'
import type { MergePage, SignupMerge } from '@alumni/shared/champions/merges'
import type { MergesQuery } from '@alumni/shared/champions/merge-lists'
import type { PageMembers } from '@alumni/shared/page'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { readBriefs } from './read-briefs.ts'
import type { AnswerRules } from './duplicate-answers.ts'
import { previewUndo } from './undo.ts'

/** Returns a page of merges, newest first. `q` searches the signups' names, e-mail addresses and BUIDs. */
export async function listMerges(
  db: Db,
  { page, ...filter }: MergesQuery,
): Promise<{ merges: SignupMerge[] } & PageMembers> {
  const matching = selectMatchingMerges(db, filter)
  const { rows, ...pageMembers } = await readPage(page, {
    matching: countRows(matching),
    read: ({ limit, offset }) => readMerges(db, matching.orderBy('merge.id', 'desc').limit(limit).offset(offset)),
  })
  return { merges: rows, ...pageMembers }
}

/** Returns a merge with the outcome of its undo, or a preview if it is not undone. Throws `HttpError` 404. */
export async function getMerge(db: Db, id: number, rules: AnswerRules): Promise<MergePage> {
  const query = selectMerges(db).where('merge.id', '=', id)
  const [merge] = await readMerges(db, query)
  if (!merge) throw new HttpError(404, 'There is no such merge.')
  const { outcome, undo_outcome } = await query
    .select(['merge.outcome', 'merge.undo_outcome'])
    .executeTakeFirstOrThrow()
  return { merge, outcome, undo: merge.undone_at === null ? await previewUndo(db, id, rules) : undo_outcome }
}

function selectMerges(db: Db) {
  return db
    .selectFrom('signup_merges as merge')
    .innerJoin('staff_users as merger', 'merger.id', 'merge.merged_by_id')
    .leftJoin('staff_users as undoer', 'undoer.id', 'merge.undone_by_id')
}

function selectMatchingMerges(db: Db, { state, q }: Omit<MergesQuery, 'page'>) {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const searchText = sql`lower(concat_ws(' ', s.first_name, s.last_name, s.former_last_name, s.email, s.buid))`
  const hasWord = (word: string) => sql<boolean>`exists (select from champion_signups s
    where (s.id = merge.survivor_id or s.id = any(merge.source_ids)) and position(${word} in ${searchText}) > 0)`
  return selectMerges(db)
    .$if(state !== undefined, (all) => all.where('merge.undone_at', state === 'undone' ? 'is not' : 'is', null))
    .where((eb) => eb.and(words.map(hasWord)))
}

async function readMerges(db: Db, query: ReturnType<typeof selectMerges>): Promise<SignupMerge[]> {
  const rows = await query
    .select(['merge.id', 'merge.survivor_id', 'merge.source_ids', 'merge.key'])
    .select(['merger.name as merged_by', 'undoer.name as undone_by'])
    .select([utc('merge.merged_at').as('merged_at'), utc('merge.undone_at').as('undone_at')])
    .execute()
  const briefs = await readBriefs(
    db,
    rows.flatMap(({ survivor_id, source_ids }) => [survivor_id, ...source_ids]),
  )
  const describeSignup = (id: number) => ({ id, name: briefs.get(id)?.name ?? '', email: briefs.get(id)?.email ?? '' })
  return rows.map(({ survivor_id, source_ids, ...row }) => ({
    ...row,
    survivor: describeSignup(survivor_id),
    sources: source_ids.map(describeSignup),
  }))
}
