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
import { actions, countWithoutSecondFactor, listEndingKeys, getStaffUser, staffRoute } from '../../staff/index.ts'
import { decideLetters, readLettersPage, resendLetters } from './letters.ts'
import { runFailedJobsAgain, readProcessesPage } from './processes.ts'

const [processes, letters] = ['/settings/processes', '/settings/letters']

export function healthRoutes(
  app: App,
  context: Context,
  readHealth: (db: Db, context: Context) => Promise<HealthPart[]>,
): void {
  actions(app, { url: '/settings', needs: 'admin' }).page('', { reply: settingsHome }, async ({ db }) => ({
    release: await readReleaseCard(context.config),
    health: await readHealth(db, context),
    access: { without_second_factor: await countWithoutSecondFactor(db), ending_keys: await listEndingKeys(db) },
  }))

  actions(app, { url: '/settings/releases', needs: 'admin' }).page('', { reply: releasesPage }, async () => ({
    releases: await readReleases(),
  }))

  actions(app, { url: processes, needs: 'admin' }).page('', { reply: processesPage }, ({ db }) => readProcessesPage(db))

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

  const letterActions = actions(app, { url: letters, needs: 'admin' })
  letterActions.page('', { query: lettersQuery, reply: lettersPage }, ({ db, query }) => readLettersPage(db, query))

  letterActions.post('/send_again', { body: sendAgainRequest, reply: sendAgainReply }, async ({ db, me, body }) => ({
    letters: await resendLetters(db, me, body.id),
  }))
  letterActions.post('/retained', { body: retainedRequest, reply: sendAgainReply }, async ({ db, me, body }) => ({
    letters: await decideLetters(db, me, body.decision),
  }))
}
