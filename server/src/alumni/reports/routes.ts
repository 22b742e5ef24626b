import {
  dismissLookAlikeReply,
  dismissLookAlikeRequest,
  lookAgainReply,
  reportsPage,
  type ReportName,
} from '@alumni/shared/alumni/reports'
import { z } from 'zod'
import type { App } from '../../foundations/context.ts'
import { type Db, transact } from '../../foundations/database/db.ts'
import { byId } from '../../foundations/http/by-id.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { signedIn, staffPage, staffRoute, audit, type StaffUser } from '../../staff/index.ts'
import { alumniWithoutDegrees } from './alumni-without-degrees.ts'
import { duplicateEmails } from './duplicate-emails.ts'
import { lookAlikes } from './look-alikes.ts'
import { readDismissals } from './pairs.ts'
import { reportRoutesOf, reportUrl, type Report } from './report.ts'
import { searches } from './search.ts'
import { searchedAt, searchOnce } from './report.ts'
import { unknownEmployers } from './unknown-employers.ts'

/** Reports for administrators: each a page and the same as a file. `more` is of a room above. */
export function reportRoutes<Query extends z.ZodObject, Page extends z.ZodObject>(
  app: App,
  more: Report<Query, Page>,
): void {
  const reports = [lookAlikes, duplicateEmails, unknownEmployers, more, alumniWithoutDegrees]
  const countOf = (db: Db, name: ReportName) => reports.find((report) => report.name === name)!.count(db)
  staffPage(
    app,
    { url: '/settings/reports', needs: 'admin', schema: { response: { 200: reportsPage } } },
    async ({ db }) => ({
      reports: await Promise.all(
        reports.map(async ({ name, count }) => ({
          name,
          count: await count(db),
          searched_at: await searchedAt(db, name),
        })),
      ),
    }),
  )

  reportRoutesOf(app, lookAlikes)
  reportRoutesOf(app, duplicateEmails)
  reportRoutesOf(app, unknownEmployers)
  reportRoutesOf(app, more)
  reportRoutesOf(app, alumniWithoutDegrees)

  for (const name of Object.keys(searches) as (keyof typeof searches)[])
    staffRoute(
      app,
      { url: `${reportUrl(name)}/search`, needs: 'admin', schema: { response: { 200: lookAgainReply } } },
      async ({ db }) => {
        await searchOnce(db, name, searches[name])
        return { found: await countOf(db, name), searched_at: (await searchedAt(db, name))! }
      },
    )

  const dismissals = `${reportUrl('look_alikes')}/dismissals`
  staffRoute(
    app,
    {
      url: dismissals,
      needs: 'admin',
      schema: { body: dismissLookAlikeRequest, response: { 200: dismissLookAlikeReply } },
    },
    async (request) => ({ dismissal: await dismissLookAlike(request.db, request.body.buids, signedIn(request)) }),
  )

  staffRoute(
    app,
    { method: 'DELETE', url: `${dismissals}/:id`, needs: 'admin', schema: { params: byId } },
    async (request, reply) => {
      await takeBackDismissal(request.db, request.params.id, signedIn(request))
      return reply.code(204).send()
    },
  )
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
    const pair = await db
      .deleteFrom('look_alike_dismissals')
      .where('id', '=', id)
      .returning(['first_buid', 'second_buid'])
      .executeTakeFirst()
    if (!pair) throw new HttpError(404, 'This has already been undone.')
    await audit(db, by, 'look-alike.restored', `alumni/${pair.first_buid}`, pair)
  })
}
