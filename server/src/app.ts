import fastifyCookie from '@fastify/cookie'
import fastifyFormbody from '@fastify/formbody'
import proxyAddr from '@fastify/proxy-addr'
import Fastify, { LogController, type FastifyBaseLogger, type RouteOptions } from 'fastify'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { parse as parseQuery } from 'node:querystring'
import type { Logger } from 'pino'
import { subjectNames } from './audit-subjects.ts'
import { createHomeReader, createSectionsReader } from './home.ts'
import {
  replayRepeatedRequests,
  type App,
  limitBodyTime,
  refuseEncodedBodies,
  type Context,
  createGuard,
  createLog,
  listDatabaseDependencies,
  type Db,
  handleErrors,
  type Feature,
  type GuardOptions,
  guardRequests,
  decorateSite,
  type IsTrusted,
  parseJsonBodies,
  loadPortal,
  longestBodyMs,
  measureRequests,
  Monitor,
  checkOrigins,
  outboxRoutes,
  refuseOverload,
  createParserErrorHandler,
  registerPortalPages,
  toProblem,
  createProblemSender,
  projectRoot,
  addProcessMetrics,
  refuse,
  decorateDatabase,
  getRequestLimitMs,
  logRequests,
  saveRequestAddress,
  addSecurityHeaders,
  serializerCompiler,
  createSiteConstraint,
  createSiteReader,
  registerStaffApp,
  refuseUnstorableText,
  registerHealthChecks,
  validatorCompiler,
} from './foundations/index.ts'
import { apiKeyRoutes, auditLogRoutes, identifyApiKeys, identifyStaff, staffRoutes } from './staff/routes.ts'
import {
  alumniRoutes,
  batchSearchRoutes,
  catalogRoutes,
  classRoutes,
  engagementRoutes,
  maintainPeopleIndex,
  recordedListRoutes,
  reportRoutes,
  searchRoutes,
  statisticsRoutes,
  typeaheadRoutes,
} from './alumni/routes.ts'
import {
  crmRoutes,
  eventConverterRoutes,
  eventsApiRoutes,
  givingRoutes,
  importRoutes,
  queueChange,
} from './exchange/routes.ts'
import {
  championSignupRoutes,
  identifyVisitors,
  identityRoutes,
  notesOf,
  profileRoutes,
  showConfirmation,
  signupMergeRoutes,
  signupRoutes,
} from './champions/routes.ts'
import {
  answerRules,
  isRemindersLink,
  OptOutRequests,
  optOutRoutes,
  photoRoutes,
  publicationRoutes,
  reminderRoutes,
  suggestCards,
  withdrawAnswers,
} from './publications/routes.ts'
import {
  backupRoutes,
  findBouncedLetter,
  bouncedLetters,
  currentRelease,
  healthRoutes,
  protectionRoutes,
  readHealth,
  releaseRoutes,
} from './operations/routes.ts'
import { morningRoutes } from './morning/routes.ts'

const features = {
  staff: staffRoutes,
  identity: (app, context) => identityRoutes(app, context, showConfirmation),
  typeahead: typeaheadRoutes,
  search: searchRoutes,
  alumni: (app, context) => alumniRoutes(app, context, { queueChange, findBouncedLetter, notesOf }),
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
  signups: (app, context) => signupRoutes(app, context, createHomeReader(context.config)),
  publications: publicationRoutes,
  letterOptOuts: optOutRoutes,
  reminders: reminderRoutes,
  photos: photoRoutes,
  profile: (app, context) => profileRoutes(app, context, suggestCards, withdrawAnswers),
  championSignups: (app, context) => championSignupRoutes(app, context, withdrawAnswers),
  signupMerges: (app) => signupMergeRoutes(app, answerRules),
  giving: givingRoutes,
} satisfies Record<string, Feature>

export type FrontEnds = { staffApp: string; portal: string }
const builtFiles: FrontEnds = {
  staffApp: join(projectRoot, 'desktop/dist/renderer'),
  portal: join(projectRoot, 'portal/dist'),
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs queries outside any transaction. */
    readonly db: Db
  }
}

type Options = {
  log?: Logger
  frontEnds?: FrontEnds
  monitor?: Monitor
  probe?: Feature
  onRoute?: (route: RouteOptions) => void
}

export async function buildApp(
  context: Context,
  { log = createLog(context.config), frontEnds = builtFiles, monitor = new Monitor(), probe, onRoute }: Options = {},
): Promise<App> {
  const { config } = context
  const isTrusted = proxyAddr.compile(config.TRUST_PROXY) as IsTrusted
  const siteOf = createSiteReader(isTrusted)
  const portal = await loadPortal(frontEnds.portal, config, createSectionsReader(context.db))
  const sendProblem = createProblemSender(config, siteOf, portal)
  const app: App = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: () => randomUUID(),
    trustProxy: config.TRUST_PROXY.length > 0 ? isTrusted : false,
    bodyLimit: 1024 * 1024,
    handlerTimeout: getRequestLimitMs(config) || undefined,
    requestTimeout: longestBodyMs,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    // Continues to serve requests on open connections while the server closes.
    return503OnClosing: false,
    routerOptions: { constraints: { site: createSiteConstraint(siteOf) } },
    clientErrorHandler: createParserErrorHandler(config, log, (socket) => guard.check({ socket, headers: {} })),
    frameworkErrors(error, request, reply) {
      const started = performance.now()
      setHeaders(request, reply)
      void guard
        .check(request.raw)
        .then((refusal) =>
          refusal ? refuse(refusal, config.institution, request, reply) : sendProblem(toProblem(error), request, reply),
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
  parseJsonBodies(app)
  if (onRoute) app.addHook('onRoute', onRoute)
  decorateSite(app, siteOf)
  const writeLine = logRequests(app, config, ({ staffUser }) => staffUser?.id)
  const setHeaders = addSecurityHeaders(app, config)
  handleErrors(app, sendProblem)
  registerHealthChecks(app, monitor, config)
  addProcessMetrics(monitor, 'server', context.db)
  const measure = measureRequests(app, monitor)
  monitor.readiness.add(...listDatabaseDependencies(context.db))
  limitBodyTime(app)
  refuseEncodedBodies(app)
  const guard = await createGuard(app, { config, log, isTrusted, ...safelistsOf(app, context) })
  guardRequests(app, guard, config.institution)
  saveRequestAddress(app)
  refuseUnstorableText(app)
  refuseOverload(app, config)
  checkOrigins(app, config)
  app.register(fastifyCookie)
  // Reads at most 1,000 fields, because parsing more could block the process for seconds.
  app.register(fastifyFormbody, { parser: (text) => parseQuery(text) })
  decorateDatabase(app, context)
  replayRepeatedRequests(app, context)
  identifyStaff(app, config)
  identifyApiKeys(app, context)
  identifyVisitors(app, context)
  maintainPeopleIndex(app, context)
  const { tag: release } = await currentRelease()
  await registerStaffApp(app, context, { folder: frontEnds.staffApp, release })
  await registerPortalPages(app, context, portal, { folder: frontEnds.portal, release })
  for (const register of [...Object.values<Feature>(features), ...(probe ? [probe] : [])])
    app.register(async (scope) => register(scope as App, context))
  app.addHook('onListen', async () => monitor.readiness.start())
  await app.ready()
  return app
}

function safelistsOf(app: App, { db, config }: Context): Pick<GuardOptions, 'isActiveApiKey' | 'hasOptOutToken'> {
  const optOuts = new OptOutRequests(db, config)
  return {
    isActiveApiKey: async (request) => (await app.apiKeys.findByRequest(request)) !== null,
    hasOptOutToken: async (url) => isRemindersLink(config, url) || optOuts.has(url),
  }
}
