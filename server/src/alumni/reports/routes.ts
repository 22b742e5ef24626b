import { z } from 'zod'
import {
  dismissLookAlikeReply,
  dismissLookAlikeRequest,
  lookAgainReply,
  reportsPage,
  type ReportName,
} from '@alumni/shared/alumni/reports'
import type { App } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { alumniWithoutDegrees } from './alumni-without-degrees.ts'
import { dismissLookAlike, takeBackDismissal } from './dismiss.ts'
import { duplicateEmails } from './duplicate-emails.ts'
import { lookAlikes } from './look-alikes.ts'
import { reportRoutesOf, reportUrl, type Report } from './report.ts'
import { searches } from './search.ts'
import { searchedAt, searchOnce } from './searches.ts'
import { unknownEmployers } from './unknown-employers.ts'

const byId = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
})

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
