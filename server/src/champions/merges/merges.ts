import { sql } from 'kysely'
import type { MergePage, SignupMerge } from '@alumni/shared/champions/merges'
import type { MergesQuery } from '@alumni/shared/champions/merge-lists'
import type { PageMembers } from '@alumni/shared/page'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { briefsOf } from './brief.ts'
import type { AnswerRules } from './doubles.ts'
import { previewUndo } from './undo.ts'

/** Lists merges, newest first. Each word of `q` must be in the name or address of one of their signups. */
export async function listMerges(
  db: Db,
  { page, ...filter }: MergesQuery,
): Promise<{ merges: SignupMerge[] } & PageMembers> {
  const found = matchingMerges(db, filter)
  const { rows, ...pageMembers } = await readPage(page, {
    matching: countRows(found),
    read: ({ limit, offset }) => readMerges(db, found.orderBy('m.id', 'desc').limit(limit).offset(offset)),
  })
  return { merges: rows, ...pageMembers }
}

/** Returns a merge with its outcome and the outcome or preview of its undo. Throws 404. */
export async function findMerge(db: Db, id: number, rules: AnswerRules): Promise<MergePage> {
  const found = merges(db).where('m.id', '=', id)
  const [merge] = await readMerges(db, found)
  if (!merge) throw new HttpError(404, 'There is no such merge.')
  const { outcome, undo_outcome } = await found.select(['m.outcome', 'm.undo_outcome']).executeTakeFirstOrThrow()
  return { merge, outcome, undo: merge.undone_at === null ? await previewUndo(db, id, rules) : undo_outcome }
}

function merges(db: Db) {
  return db
    .selectFrom('signup_merges as m')
    .innerJoin('staff_users as u', 'u.id', 'm.merged_by_id')
    .leftJoin('staff_users as w', 'w.id', 'm.undone_by_id')
}

function matchingMerges(db: Db, { state, q }: Omit<MergesQuery, 'page'>) {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return merges(db)
    .$if(state !== undefined, (found) => found.where('m.undone_at', state === 'undone' ? 'is not' : 'is', null))
    .where((eb) =>
      eb.and(
        words.map(
          (
            word,
          ) => sql<boolean>`exists (select from champion_signups s where (s.id = m.survivor_id or s.id = any(m.source_ids))
            and position(${word} in lower(concat_ws(' ', s.first_name, s.last_name, s.former_last_name, s.email, s.buid))) > 0)`,
        ),
      ),
    )
}

async function readMerges(db: Db, found: ReturnType<typeof merges>): Promise<SignupMerge[]> {
  const rows = await found
    .select(['m.id', 'm.survivor_id', 'm.source_ids', 'm.key', 'u.name as merged_by', 'w.name as undone_by'])
    .select([utc('m.merged_at').as('merged_at'), utc('m.undone_at').as('undone_at')])
    .execute()
  const briefs = await briefsOf(
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
