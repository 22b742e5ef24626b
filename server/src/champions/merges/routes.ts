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
import { rowOf, signedIn, staffPage, staffRoute, audit, type StaffUser } from '../../staff/index.ts'
import { compareSignups } from './compare.ts'
import { findDuplicates } from './find-duplicates.ts'
import { whyMissing } from './gone.ts'
import { listDuplicates, searchedAt } from './list-duplicates.ts'
import { mergeSignups, previewMerge } from './merge.ts'
import { findMerge, listMerges } from './merges.ts'
import { undoMerge } from './undo.ts'

const duplicates = '/champion_signups/duplicates'
const merges = '/champion_signups/merges'
/** Signups that may be of one person: found, compared, merged, and taken apart again. */
export function signupMergeRoutes(app: App): void {
  staffPage(
    app,
    {
      url: duplicates,
      needs: 'staff',
      schema: { querystring: duplicatesQuery, response: { 200: z.union([comparisonPage, duplicatesPage]) } },
    },
    ({ db, query }) => (query.ids ? compareSignups(db, query.ids) : listDuplicates(db, query)),
  )

  staffRoute(
    app,
    { url: `${duplicates}/search`, needs: 'staff', schema: { response: { 200: searchReply } } },
    async ({ db }) => {
      await findDuplicates(db)
      const found = await countRows(db.selectFrom('signup_duplicates'))
      return { found, searched_at: (await searchedAt(db))! }
    },
  )

  staffRoute(
    app,
    {
      url: `${duplicates}/dismissals`,
      needs: 'staff',
      schema: { body: dismissRequest, response: { 200: dismissReply } },
    },
    async (request) => ({ dismissal: await dismissPair(request.db, request.body.ids, signedIn(request)) }),
  )

  staffRoute(
    app,
    { method: 'DELETE', url: `${duplicates}/dismissals/:id`, needs: 'staff', schema: { params: byId } },
    async (request, reply) => {
      await takeBackDismissal(request.db, request.params.id, signedIn(request))
      return reply.code(204).send()
    },
  )

  staffPage(
    app,
    { url: merges, needs: 'staff', schema: { querystring: mergesQuery, response: { 200: mergesPage } } },
    ({ db, query }) => listMerges(db, query),
  )

  staffRoute(
    app,
    { url: merges, needs: 'staff', schema: { body: mergeRequest, response: { 201: mergePage } } },
    async (request, reply) => {
      const id = await mergeSignups(request.db, request.body, signedIn(request))
      return reply.code(201).send(await findMerge(request.db, id))
    },
  )

  staffRoute(
    app,
    { url: `${merges}/preview`, needs: 'staff', schema: { body: mergeRequest, response: { 200: mergePreview } } },
    ({ db, body }) => previewMerge(db, body),
  )

  staffPage(
    app,
    {
      url: `${merges}/:id`,
      needs: 'staff',
      schema: { params: byId, response: { 200: mergePage } },
      find: rowOf('signup_merges'),
    },
    ({ db, params }) => findMerge(db, params.id),
  )

  staffRoute(
    app,
    {
      url: `${merges}/:id/undo`,
      needs: 'staff',
      schema: { params: byId, response: { 200: mergePage } },
    },
    async (request) => {
      await undoMerge(request.db, request.params.id, signedIn(request))
      return findMerge(request.db, request.params.id)
    },
  )
}

type Dismissal = { id: number; by: string; at: string }

/**
 * Says that two signups are not of one person: the first one who says so is remembered. 404, or 409 where one is gone.
 */
export async function dismissPair(db: Db, pair: readonly [number, number], by: StaffUser): Promise<Dismissal> {
  const [first_id, second_id] = pair.toSorted((a, b) => a - b) as [number, number]
  return transact(db, async (db) => {
    for (const id of [first_id, second_id]) {
      const signup = await db.find('champion_signups', ['id', 'deleted_at', 'merged_into_id'], { id })
      if (!signup) throw new HttpError(404, `There is no signup ${id}.`)
      if (signup.deleted_at !== null) throw new HttpError(409, (await whyMissing(db, signup)).sentence)
    }
    const made = await db
      .insertInto('signup_dismissals')
      .values({ first_id, second_id, dismissed_by_id: by.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) await audit(db, by, 'signup-duplicate.dismissed', `champion-signups/${first_id}`, { first_id, second_id })
    const { id } = await db.get('signup_dismissals', ['id'], { first_id, second_id })
    return (await readDismissals(db, 'signup_dismissals', [id])).get(id)!
  })
}

/** Takes that back. 404: it was taken back before. */
export async function takeBackDismissal(db: Db, id: number, by: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const pair = await db
      .deleteFrom('signup_dismissals')
      .where('id', '=', id)
      .returning(['first_id', 'second_id'])
      .executeTakeFirst()
    if (!pair) throw new HttpError(404, 'This has already been undone.')
    await audit(db, by, 'signup-duplicate.restored', `champion-signups/${pair.first_id}`, pair)
  })
}
