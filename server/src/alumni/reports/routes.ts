import {
  dismissLookAlikeReply,
  dismissLookAlikeRequest,
  searchLookAlikesReply,
  reportsPage,
} from '@alumni/shared/alumni/reports'
import type { z } from 'zod'
import type { App } from '../../foundations/context.ts'
import { type Db, transact } from '../../foundations/database/db.ts'
import { byId } from '../../foundations/http/by-id.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { actions, audit, staffPage, type StaffUser } from '../../staff/index.ts'
import { alumniWithoutDegrees } from './alumni-without-degrees.ts'
import { duplicateEmails } from './duplicate-emails.ts'
import { lookAlikes, searchedAt, searchForLookAlikes } from './look-alikes.ts'
import { readDismissals } from './pairs.ts'
import { reportRoutesOf, reportUrl, type Report } from './report.ts'

/** Reports for administrators: each a page and the same as a file. `more` is of a room above. */
export function reportRoutes<Query extends z.ZodObject, Page extends z.ZodObject>(
  app: App,
  more: Report<Query, Page>,
): void {
  const reports = [lookAlikes, duplicateEmails, more, alumniWithoutDegrees]
  staffPage(
    app,
    { url: '/settings/reports', needs: 'admin', schema: { response: { 200: reportsPage } } },
    async ({ db }) => ({
      reports: await Promise.all(
        reports.map(async ({ name, count }) => ({
          name,
          count: await count(db),
          searched_at: name === 'look_alikes' ? await searchedAt(db) : null,
        })),
      ),
    }),
  )

  reportRoutesOf(app, lookAlikes)
  reportRoutesOf(app, duplicateEmails)
  reportRoutesOf(app, more)
  reportRoutesOf(app, alumniWithoutDegrees)

  const url = reportUrl('look_alikes')
  const all = actions(app, { url, needs: 'admin' })
  all.post('/search', { reply: searchLookAlikesReply }, async ({ db }) => {
    await searchForLookAlikes(db)
    return { found: await lookAlikes.count(db), searched_at: (await searchedAt(db))! }
  })
  all.post(
    '/dismissals',
    { body: dismissLookAlikeRequest, reply: dismissLookAlikeReply },
    async ({ db, body, me }) => ({
      dismissal: await dismissLookAlike(db, body.buids, me),
    }),
  )
  const dismissal = actions(app, { url: `${url}/dismissals/:id`, needs: 'admin', params: byId })
  dismissal.delete('', {}, ({ db, params, me }) => takeBackDismissal(db, params.id, me))
}

/**
 * Says that two alumni are not one person: the first one who says so is remembered. 404: one of them is not on file.
 */
async function dismissLookAlike(db: Db, buids: readonly [string, string], by: StaffUser) {
  const [first_buid, second_buid] = buids.toSorted() as [string, string]
  return transact(db, async (db) => {
    const known = await db.findAll('alumni', ['buid'], { buid: [...buids] })
    const missing = buids.find((buid) => !known.some((row) => row.buid === buid))
    if (missing) throw new HttpError(404, `There is no alumnus ${missing}.`)
    const made = await db
      .insertInto('look_alike_dismissals')
      .values({ first_buid, second_buid, dismissed_by_id: by.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) await audit(db, by, 'look-alike.dismissed', `alumni/${first_buid}`, { first_buid, second_buid })
    const { id } = await db.get('look_alike_dismissals', ['id'], { first_buid, second_buid })
    return (await readDismissals(db, 'look_alike_dismissals', [id])).get(id)!
  })
}

/** Takes that back. 404: it was taken back before. */
async function takeBackDismissal(db: Db, id: number, by: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const notFound = 'This has already been undone.'
    const pair = await db.get('look_alike_dismissals', ['first_buid', 'second_buid'], { id }, { lock: true, notFound })
    await db.remove('look_alike_dismissals', { id })
    await audit(db, by, 'look-alike.restored', `alumni/${pair.first_buid}`, pair)
  })
}
