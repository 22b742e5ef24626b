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
import { actions, audit, type StaffUser } from '../../staff/index.ts'
import { alumniWithoutDegrees } from './alumni-without-degrees.ts'
import { duplicateEmails } from './duplicate-emails.ts'
import { lookAlikes, readSearchTime, searchForLookAlikes } from './look-alikes.ts'
import { readDismissals } from './pairs.ts'
import { addReportRoutes, reportUrl, type Report } from './report.ts'

/** `lettersReport` is passed in, because the feature that defines it imports this one. */
export function reportRoutes<Query extends z.ZodObject, Page extends z.ZodObject>(
  app: App,
  lettersReport: Report<Query, Page>,
): void {
  const reports = [lookAlikes, duplicateEmails, lettersReport, alumniWithoutDegrees]
  actions(app, { url: '/settings/reports', needs: 'admin' }).page('', { reply: reportsPage }, async ({ db }) => ({
    reports: await Promise.all(
      reports.map(async ({ name, count }) => ({
        name,
        count: await count(db),
        searched_at: name === 'look_alikes' ? await readSearchTime(db) : null,
      })),
    ),
  }))

  addReportRoutes(app, lookAlikes)
  addReportRoutes(app, duplicateEmails)
  addReportRoutes(app, lettersReport)
  addReportRoutes(app, alumniWithoutDegrees)

  const url = reportUrl('look_alikes')
  const lookAlikeActions = actions(app, { url, needs: 'admin' })
  lookAlikeActions.post('/search', { reply: searchLookAlikesReply }, async ({ db }) => {
    await searchForLookAlikes(db)
    return { found: await lookAlikes.count(db), searched_at: (await readSearchTime(db))! }
  })
  lookAlikeActions.post(
    '/dismissals',
    { body: dismissLookAlikeRequest, reply: dismissLookAlikeReply },
    async ({ db, body, me }) => ({
      dismissal: await dismissLookAlike(db, body.buids, me),
    }),
  )
  const dismissal = actions(app, { url: `${url}/dismissals/:id`, needs: 'admin', params: byId })
  dismissal.delete('', {}, ({ db, params, me }) => removeDismissal(db, params.id, me))
}

/** Marks two alumni as different people, unless they already are. Throws HttpError 404 if either is unknown. */
async function dismissLookAlike(db: Db, buids: readonly [string, string], user: StaffUser) {
  const [first_buid, second_buid] = buids.toSorted() as [string, string]
  return transact(db, async (db) => {
    const known = await db.findAll('alumni', ['buid'], { buid: [...buids] })
    const missing = buids.find((buid) => !known.some((row) => row.buid === buid))
    if (missing) throw new HttpError(404, `There is no alumnus ${missing}.`)
    const added = await db
      .insertInto('look_alike_dismissals')
      .values({ first_buid, second_buid, dismissed_by_id: user.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added) await audit(db, user, 'look-alike.dismissed', `alumni/${first_buid}`, { first_buid, second_buid })
    const { id } = await db.get('look_alike_dismissals', ['id'], { first_buid, second_buid })
    return (await readDismissals(db, 'look_alike_dismissals', [id])).get(id)!
  })
}

async function removeDismissal(db: Db, id: number, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    const notFound = 'This has already been undone.'
    const pair = await db.get('look_alike_dismissals', ['first_buid', 'second_buid'], { id }, { lock: true, notFound })
    await db.remove('look_alike_dismissals', { id })
    await audit(db, user, 'look-alike.restored', `alumni/${pair.first_buid}`, pair)
  })
}
