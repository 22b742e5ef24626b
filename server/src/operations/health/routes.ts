import {
  lettersPage,
  lettersQuery,
  retainedRequest,
  sendAgainReply,
  sendAgainRequest,
} from '@alumni/shared/operations/letters'
import { processesPage, releasesPage, runAgainRequest, settingsHome } from '@alumni/shared/operations/settings'
import type { HealthPart } from '@alumni/shared/operations/settings'
import { z } from 'zod'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { readReleases, readReleaseCard } from '../releases/read-releases.ts'
import {
  actions,
  countWithoutSecondFactor,
  listEndingKeys,
  getStaffUser,
  staffPage,
  staffRoute,
} from '../../staff/index.ts'
import { decideLetters, readLettersPage, resendLetters } from './letters.ts'
import { runFailedJobsAgain, readProcessesPage } from './processes.ts'

const [processes, letters] = ['/settings/processes', '/settings/letters']

export function healthRoutes(
  app: App,
  context: Context,
  readHealth: (db: Db, context: Context) => Promise<HealthPart[]>,
): void {
  staffPage(app, { url: '/settings', needs: 'admin', schema: { response: { 200: settingsHome } } }, async ({ db }) => ({
    release: await readReleaseCard(context.config),
    health: await readHealth(db, context),
    access: { without_second_factor: await countWithoutSecondFactor(db), ending_keys: await listEndingKeys(db) },
  }))

  staffPage(
    app,
    { url: '/settings/releases', needs: 'admin', schema: { response: { 200: releasesPage } } },
    async () => ({ releases: await readReleases() }),
  )

  staffPage(app, { url: processes, needs: 'admin', schema: { response: { 200: processesPage } } }, ({ db }) =>
    readProcessesPage(db),
  )

  staffRoute(
    app,
    {
      url: `${processes}/failed_jobs`,
      needs: 'admin',
      schema: { body: runAgainRequest, response: { 202: z.object({}) } },
    },
    async (request, reply) => {
      await runFailedJobsAgain(request.db, getStaffUser(request), request.body.name)
      return reply.code(202).send({})
    },
  )

  staffPage(
    app,
    { url: letters, needs: 'admin', schema: { querystring: lettersQuery, response: { 200: lettersPage } } },
    ({ db, query }) => readLettersPage(db, query),
  )

  const letterActions = actions(app, { url: letters, needs: 'admin' })
  letterActions.post('/send_again', { body: sendAgainRequest, reply: sendAgainReply }, async ({ db, me, body }) => ({
    letters: await resendLetters(db, me, body.id),
  }))
  letterActions.post('/retained', { body: retainedRequest, reply: sendAgainReply }, async ({ db, me, body }) => ({
    letters: await decideLetters(db, me, body.decision),
  }))
}
