import { z } from 'zod'
import {
  dismissLookAlikeReply,
  dismissLookAlikeRequest,
  lookAgainReply,
  reportsPage,
  type ReportName,
} from '@alumni/shared/reports'
import type { App } from '../../foundations/context.ts'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { signedIn, staffPage, staffRoute } from '../../staff/index.ts'
import { alumniWithoutDegrees, countWithoutDegrees } from './alumni-without-degrees.ts'
import { bouncedLetters, countBouncedLetters } from '../../operations/index.ts'
import { dismissLookAlike, takeBackDismissal } from './dismiss.ts'
import { countDuplicateEmails, duplicateEmails } from './duplicate-emails.ts'
import { countLookAlikes, lookAlikes } from './look-alikes.ts'
import { reportRoutesOf, reportUrl, sumOf } from './report.ts'
import { searches } from './search.ts'
import { searchedAt, searchOnce } from './searches.ts'
import { countUnknownEmployers, unknownEmployers } from './unknown-employers.ts'

/** How many rows each report has, in the order of the page. */
const counts: Record<ReportName, (em: EntityManager) => Promise<number>> = {
  look_alikes: countLookAlikes,
  duplicate_emails: countDuplicateEmails,
  unknown_employers: async (em) => sumOf(await countUnknownEmployers(em)),
  bounced_letters: async (em) => sumOf(await countBouncedLetters(em)),
  alumni_without_degrees: countWithoutDegrees,
}

const byId = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
})

/** Reports for administrators: each a page and the same as a file. */
export function reportRoutes(app: App): void {
  staffPage(
    app,
    { url: '/settings/reports', needs: 'admin', schema: { response: { 200: reportsPage } } },
    async ({ em }) => ({
      reports: await Promise.all(
        Object.entries(counts).map(async ([name, count]) => ({
          name: name as ReportName,
          count: await count(em),
          searched_at: await searchedAt(em, name as ReportName),
        })),
      ),
    }),
  )

  reportRoutesOf(app, lookAlikes)
  reportRoutesOf(app, duplicateEmails)
  reportRoutesOf(app, unknownEmployers)
  reportRoutesOf(app, bouncedLetters)
  reportRoutesOf(app, alumniWithoutDegrees)

  for (const name of Object.keys(searches) as (keyof typeof searches)[])
    staffRoute(
      app,
      { url: `${reportUrl(name)}/search`, needs: 'admin', schema: { response: { 200: lookAgainReply } } },
      async ({ em }) => {
        await searchOnce(em, name, searches[name])
        return { found: await counts[name](em), searched_at: (await searchedAt(em, name))! }
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
    async (request) => ({ dismissal: await dismissLookAlike(request.em, request.body.buids, signedIn(request)) }),
  )

  staffRoute(
    app,
    { method: 'DELETE', url: `${dismissals}/:id`, needs: 'admin', schema: { params: byId } },
    async (request, reply) => {
      await takeBackDismissal(request.em, request.params.id, signedIn(request))
      return reply.code(204).send()
    },
  )
}
