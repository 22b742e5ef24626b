import fastifyCookie from '@fastify/cookie'
import fastifyFormbody from '@fastify/formbody'
import proxyAddr from '@fastify/proxy-addr'
import Fastify, { LogController, type FastifyBaseLogger, type RouteOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { parse as parseQuery } from 'node:querystring'
import type { Logger } from 'pino'
import { subjectNames } from './audit-subjects.ts'
import { alumniRoutes } from './alumni/record/routes.ts'
import { maintainPeopleIndex } from './alumni/people-index/index.ts'
import { searchRoutes } from './alumni/search/routes.ts'
import { typeaheadRoutes } from './alumni/search/routes.ts'
import { apiKeyRoutes } from './staff/api-keys/routes.ts'
import { identifyApiKeys } from './staff/api-keys/identify.ts'
import { projectRoot } from './foundations/process/config.ts'
import { notesOf } from './champions/staff-pages/notes.ts'
import { championSignupRoutes } from './champions/staff-pages/routes.ts'
import { backupRoutes } from './operations/backup/routes.ts'
import { classRoutes } from './alumni/classes/routes.ts'
import { catalogRoutes } from './alumni/catalog/routes.ts'
import type { App, Context, Feature } from './foundations/context.ts'
import { crmRoutes } from './exchange/crm/routes.ts'
import { queueChange } from './exchange/crm/queue-change.ts'
import type { Db } from './foundations/database/db.ts'
import { eventConverterRoutes } from './exchange/event-converter/routes.ts'
import { eventsApiRoutes } from './exchange/events-api/routes.ts'
import { engagementRoutes } from './alumni/engagements/routes.ts'
import { givingRoutes } from './exchange/giving/routes.ts'
import { healthRoutes } from './operations/health/routes.ts'
import { readHealth } from './operations/checks/read-health.ts'
import { homeReader, sectionsReader } from './home.ts'
import { hosts, siteConstraint, siteReader, type IsTrusted } from './foundations/hosts/site.ts'
import {
  bodyDeadline,
  longestBodyMs,
  storableText,
  contentEncoding,
  jsonBodies,
} from './foundations/http/request-body.ts'
import { errorHandler } from './foundations/http/error-handler.ts'
import { problemOf } from './foundations/http/errors.ts'
import { originCheck } from './foundations/http/origin-check.ts'
import { overload } from './foundations/http/overload.ts'
import { requestDatabase } from './foundations/http/request-database.ts'
import { requestLimitMs } from './foundations/database/request-limits.ts'
import { parserErrors } from './foundations/http/parser-errors.ts'
import { refuse } from './foundations/http/refusal.ts'
import { saveRequestAddress } from './foundations/http/request.ts'
import { requestLog } from './foundations/http/request-log.ts'
import { answerSecondPress } from './foundations/http/second-press.ts'
import { securityHeaders } from './foundations/http/security-headers.ts'
import { identifyVisitors } from './champions/sign-in/visitor.ts'
import { identityRoutes } from './champions/sign-in/routes.ts'
import { importRoutes } from './exchange/imports/routes.ts'
import { createLog } from './foundations/process/log.ts'
import { databaseParts } from './foundations/monitoring/database-parts.ts'
import { Monitor } from './foundations/monitoring/monitor.ts'
import { readProcess } from './foundations/monitoring/process-readings.ts'
import { measureRequests } from './foundations/monitoring/requests.ts'
import { up } from './foundations/monitoring/up.ts'
import { morningRoutes } from './morning/index.ts'
import { outboxRoutes } from './foundations/mail/outbox-routes.ts'
import { portalPages } from './foundations/pages/portal-pages.ts'
import { loadPortal } from './foundations/pages/portal.ts'
import { problemSender } from './foundations/pages/send-problem.ts'
import { staffApp } from './foundations/pages/staff-app.ts'
import { photoRoutes } from './publications/photos/routes.ts'
import { createGuard, guardRequests, type GuardOptions } from './foundations/protection/index.ts'
import { profileRoutes } from './champions/profile/routes.ts'
import { recordedListRoutes } from './alumni/recorded-lists/routes.ts'
import { reportRoutes } from './alumni/reports/routes.ts'
import { bouncedLetterOf, bouncedLetters } from './operations/letters/bounced-letters.ts'
import { OptOutRequests, optOutRoutes } from './publications/list-letters/opt-out.ts'
import { isRemindersLink, reminderRoutes } from './publications/events/reminders.ts'
import { registerPublications } from './publications/register.ts'
import { publicationRoutes } from './publications/routes.ts'
import { protectionRoutes } from './operations/protection/routes.ts'
import { signupMergeRoutes } from './champions/merges/routes.ts'
import { showConfirmation } from './champions/sign-up/confirmation.ts'
import { signupRoutes } from './champions/sign-up/routes.ts'
import { auditLogRoutes } from './staff/audit-log/routes.ts'
import { currentRelease, releaseRoutes } from './operations/releases/read-releases.ts'
import { identifyStaff } from './staff/accounts/identify.ts'
import { staffRoutes } from './staff/accounts/routes.ts'
import { statisticsRoutes } from './alumni/statistics/routes.ts'
import { batchSearchRoutes } from './alumni/batch-search/routes.ts'

const features = {
  staff: staffRoutes,
  identity: (app, context) => identityRoutes(app, context, showConfirmation),
  typeahead: typeaheadRoutes,
  search: searchRoutes,
  alumni: (app, context) => alumniRoutes(app, context, { queueChange, bouncedLetterOf, notesOf }),
  health: (app, context) => healthRoutes(app, context, readHealth),
  backups: backupRoutes,
  morning: morningRoutes,
  releases: releaseRoutes,
  auditLog: (app, context) => auditLogRoutes(app, context, subjectNames),
  protection: protectionRoutes,
  imports: importRoutes,
  crm: crmRoutes,
  reports: (app) => reportRoutes(app, bouncedLetters),
  statistics: statisticsRoutes,
  classes: classRoutes,
  catalog: catalogRoutes,
  engagements: engagementRoutes,
  outbox: outboxRoutes,
  apiKeys: apiKeyRoutes,
  eventsApi: eventsApiRoutes,
  batchSearch: batchSearchRoutes,
  eventConverter: eventConverterRoutes,
  recordedLists: recordedListRoutes,
  signups: (app, context) => signupRoutes(app, context, homeReader(context.config)),
  publications: publicationRoutes,
  letterOptOuts: optOutRoutes,
  reminders: reminderRoutes,
  photos: photoRoutes,
  profile: profileRoutes,
  championSignups: championSignupRoutes,
  signupMerges: signupMergeRoutes,
  giving: givingRoutes,
} satisfies Record<string, Feature>

/** The folders of the two built faces. */
export type Faces = { staffApp: string; portal: string }
const builtFaces: Faces = {
  staffApp: join(projectRoot, 'desktop/dist/renderer'),
  portal: join(projectRoot, 'portal/dist'),
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The database, outside of any transaction. */
    readonly db: Db
  }
}

type Options = {
  log?: Logger
  faces?: Faces
  monitor?: Monitor
  /** Routes beside the features, for tests of what surrounds them. */
  probe?: Feature
  /** Gets every route, for tests that try all of them. */
  onRoute?: (route: RouteOptions) => void
}

export async function buildApp(
  context: Context,
  { log = createLog(context.config), faces = builtFaces, monitor = new Monitor(), probe, onRoute }: Options = {},
): Promise<App> {
  const { config } = context
  registerPublications()
  const isTrusted = proxyAddr.compile(config.TRUST_PROXY) as IsTrusted
  const siteOf = siteReader(isTrusted)
  const portal = await loadPortal(faces.portal, config, sectionsReader(context.db))
  const sendProblem = problemSender(config, siteOf, portal)
  const app: App = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: () => randomUUID(),
    trustProxy: config.TRUST_PROXY.length > 0 ? isTrusted : false,
    bodyLimit: 1024 * 1024,
    handlerTimeout: requestLimitMs(config) || undefined,
    requestTimeout: longestBodyMs,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    // Late requests on open connections are still served while the server closes.
    return503OnClosing: false,
    routerOptions: { constraints: { site: siteConstraint(siteOf) } },
    clientErrorHandler: parserErrors(config, log, (socket) => guard.check({ socket, headers: {} })),
    frameworkErrors(error, request, reply) {
      const started = performance.now()
      setHeaders(request, reply)
      void guard
        .check(request.raw)
        .then((refusal) =>
          refusal ? refuse(refusal, config.institution, request, reply) : sendProblem(problemOf(error), request, reply),
        )
        .then(() => {
          writeLine(request, reply, performance.now() - started)
          measure(request, reply, performance.now() - started)
        })
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser('text/plain')
  jsonBodies(app)
  if (onRoute) app.addHook('onRoute', onRoute)
  hosts(app, siteOf)
  const writeLine = requestLog(app, config, ({ staffUser }) => staffUser?.id)
  const setHeaders = securityHeaders(app, config)
  errorHandler(app, sendProblem)
  up(app, monitor, config)
  readProcess(monitor, 'server', context.db)
  const measure = measureRequests(app, monitor)
  monitor.readiness.add(...databaseParts(context.db))
  bodyDeadline(app)
  contentEncoding(app)
  const guard = await createGuard(app, { config, log, isTrusted, ...safelistsOf(app, context) })
  guardRequests(app, guard, config.institution)
  saveRequestAddress(app)
  storableText(app)
  overload(app, config)
  originCheck(app, config)
  app.register(fastifyCookie)
  // Reads the first 1,000 fields and no more: a body of nothing but fields would keep the process busy for seconds.
  app.register(fastifyFormbody, { parser: (text) => parseQuery(text) })
  requestDatabase(app, context)
  answerSecondPress(app, context)
  identifyStaff(app, config)
  identifyApiKeys(app, context)
  identifyVisitors(app, context)
  maintainPeopleIndex(app, context)
  const { tag: release } = await currentRelease()
  await staffApp(app, context, { folder: faces.staffApp, release })
  await portalPages(app, context, portal, { folder: faces.portal, release })
  for (const register of [...Object.values<Feature>(features), ...(probe ? [probe] : [])])
    app.register(async (scope) => register(scope as App, context))
  app.addHook('onListen', async () => monitor.readiness.begin())
  await app.ready()
  return app
}

/** The requests that are never limited, beside those of this machine and probes. */
function safelistsOf(app: App, { db, config }: Context): Pick<GuardOptions, 'isActiveApiKey' | 'hasOptOutToken'> {
  const optOuts = new OptOutRequests(db, config)
  return {
    isActiveApiKey: async (request) => (await app.apiKeys.shownBy(request)) !== null,
    hasOptOutToken: async (url) => isRemindersLink(config, url) || optOuts.has(url),
  }
}
