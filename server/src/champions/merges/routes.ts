import {
  comparisonPage,
  dismissReply,
  dismissRequest,
  duplicatesPage,
  mergePage,
  mergePreview,
  mergeRequest,
  mergesPage,
  searchReply,
} from '@alumni/shared/champions/merges'
import { duplicatesQuery, mergesQuery } from '@alumni/shared/champions/merge-lists'
import { z } from 'zod'
import { readDismissals } from '../../alumni/index.ts'
import type { App } from '../../foundations/context.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { countRows } from '../../foundations/database/read-page.ts'
import { byId } from '../../foundations/http/by-id.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { type ActionRequest, actions, audit, rowOf, type StaffUser } from '../../staff/index.ts'
import { compareSignups } from './compare-signups.ts'
import type { AnswerRules } from './duplicate-answers.ts'
import { findDuplicates } from './find-duplicates.ts'
import { describeMissing } from './read-briefs.ts'
import { listDuplicates, readSearchTime } from './list-duplicates.ts'
import { mergeSignups, previewMerge } from './merge.ts'
import { getMerge, listMerges } from './list-merges.ts'
import { undoMerge } from './undo.ts'

const needs = 'staff'

export function signupMergeRoutes(app: App, rules: AnswerRules): void {
  const duplicates = actions(app, { url: '/champion_signups/duplicates', needs })
  const merges = actions(app, { url: '/champion_signups/merges', needs })
  const readMerge = ({ db, params }: ActionRequest<{ id: number }>) => getMerge(db, params.id, rules)
  const answer = { reply: mergePage, read: readMerge }
  const lists = { query: duplicatesQuery, reply: z.union([comparisonPage, duplicatesPage]) }
  duplicates.page('', lists, ({ db, query }) => (query.ids ? compareSignups(db, query.ids) : listDuplicates(db, query)))
  duplicates.post('/search', { reply: searchReply }, async ({ db }) => {
    await findDuplicates(db)
    return { found: await countRows(db.selectFrom('signup_duplicates')), searched_at: (await readSearchTime(db))! }
  })
  duplicates.post('/dismissals', { body: dismissRequest, reply: dismissReply }, async ({ db, body, me }) => ({
    dismissal: await dismissPair(db, body.ids, me),
  }))
  actions(app, { url: '/champion_signups/duplicates/dismissals/:id', needs, params: byId }).delete(
    '',
    {},
    ({ db, params, me }) => undoDismissal(db, params.id, me),
  )
  merges.page('', { query: mergesQuery, reply: mergesPage }, ({ db, query }) => listMerges(db, query))
  merges.post('', { body: mergeRequest, created: mergePage }, async ({ db, body, me }) =>
    getMerge(db, await mergeSignups(db, body, me, rules), rules),
  )
  merges.post('/preview', { body: mergeRequest, reply: mergePreview }, ({ db, body }) => previewMerge(db, body, rules))
  const merge = actions(app, { url: '/champion_signups/merges/:id', needs, params: byId, answer })
  merge.page('', { reply: mergePage, find: rowOf('signup_merges') }, readMerge)
  merge.post('/undo', {}, ({ db, params, me }) => undoMerge(db, params.id, me, rules))
}

type Dismissal = { id: number; by: string; at: string }

/** Marks two signups as different people. Repeating the call returns the first dismissal. Throws 404 or 409. */
export async function dismissPair(db: Db, pair: readonly [number, number], user: StaffUser): Promise<Dismissal> {
  const [first_id, second_id] = pair.toSorted((a, b) => a - b) as [number, number]
  return transact(db, async (db) => {
    for (const id of [first_id, second_id]) {
      const signup = await db.find('champion_signups', ['id', 'deleted_at', 'merged_into_id'], { id })
      if (!signup) throw new HttpError(404, `There is no signup ${id}.`)
      if (signup.deleted_at !== null) throw new HttpError(409, (await describeMissing(db, signup)).message)
    }
    const created = await db
      .insertInto('signup_dismissals')
      .values({ first_id, second_id, dismissed_by_id: user.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (created)
      await audit(db, user, 'signup-duplicate.dismissed', `champion-signups/${first_id}`, { first_id, second_id })
    const { id } = await db.get('signup_dismissals', ['id'], { first_id, second_id })
    return (await readDismissals(db, 'signup_dismissals', [id])).get(id)!
  })
}

export async function undoDismissal(db: Db, id: number, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const pair = await db
      .deleteFrom('signup_dismissals')
      .where('id', '=', id)
      .returning(['first_id', 'second_id'])
      .executeTakeFirst()
    if (!pair) throw new HttpError(404, 'This has already been undone.')
    await audit(db, user, 'signup-duplicate.restored', `champion-signups/${pair.first_id}`, pair)
  })
}
