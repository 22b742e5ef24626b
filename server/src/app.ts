import fastifyCookie from '@fastify/cookie'
import fastifyFormbody from '@fastify/formbody'
import proxyAddr from '@fastify/proxy-addr'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyRequest, type RouteOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { parse as parseQuery } from 'node:querystring'
import type { Logger } from 'pino'
import { alumniRoutes, keepSearchIndex, searchRoutes, typeaheadRoutes } from './alumni/index.ts'
import { apiKeyRoutes, identifyApiKeys } from './api-keys/index.ts'
import { projectRoot } from './config.ts'
import { championSignupRoutes } from './champion-signups/index.ts'
import { catalogRoutes } from './catalog/index.ts'
import { contentPages, contentRoutes, searchEngineRoutes } from './content/index.ts'
import type { App, Context, Feature } from './context.ts'
import { crmRoutes, queueChange } from './crm/index.ts'
import type { EntityManager } from './database/orm.ts'
import { eventConverterRoutes } from './event-converter/index.ts'
import { eventsApiRoutes } from './events-api/index.ts'
import { engagementRoutes } from './engagements/index.ts'
import { givingRoutes } from './giving/index.ts'
import { healthRoutes } from './health/index.ts'
import { homeReader } from './home.ts'
import { hosts, siteConstraint, siteReader, type IsTrusted } from './hosts/site.ts'
import { bodyDeadline, longestBodyMs } from './http/body-deadline.ts'
import { contentEncoding } from './http/content-encoding.ts'
import { errorHandler, problemSender } from './http/error-handler.ts'
import { problemOf } from './http/errors.ts'
import { originCheck } from './http/origin-check.ts'
import { overload } from './http/overload.ts'
import { parserErrors } from './http/parser-errors.ts'
import { refuse } from './http/refusal.ts'
import { keepRequestAddress } from './http/request-address.ts'
import { requestLog } from './http/request-log.ts'
import { securityHeaders } from './http/security-headers.ts'
import { storableText } from './http/storable-text.ts'
import { up } from './http/up.ts'
import { identifyVisitors, identityRoutes } from './identity/index.ts'
import { receiveCsv } from './imports/index.ts'
import { importRoutes } from './imports/routes.ts'
import { createLog } from './log.ts'
import { morningRoutes } from './morning/index.ts'
import { outboxRoutes } from './mail/outbox-routes.ts'
import { opportunityPages, opportunityRoutes } from './opportunities/index.ts'
import { portalPages } from './pages/portal-pages.ts'
import { loadPortal } from './pages/portal.ts'
import { staffApp } from './pages/staff-app.ts'
import { photoRoutes } from './photos/index.ts'
import { createGuard, guardRequests } from './protection/index.ts'
import { profileRoutes } from './profile/index.ts'
import { recordedListRoutes } from './recorded-lists/index.ts'
import { reportRoutes } from './reports/index.ts'
import { protectionRoutes } from './settings/protection-routes.ts'
import { signupMergeRoutes } from './signup-merges/index.ts'
import { signupRoutes } from './signups/index.ts'
import { auditLogRoutes } from './audit-log/index.ts'
import { releaseRoutes } from './releases/index.ts'
import { identifyStaff, staffRoutes } from './staff/index.ts'
import { statisticsRoutes } from './engagement-stats/index.ts'
import { batchSearchRoutes } from './batch-search/index.ts'

const features = {
  staff: staffRoutes,
  identity: identityRoutes,
  typeahead: typeaheadRoutes,
  search: searchRoutes,
  alumni: (app, context) => alumniRoutes(app, context, queueChange),
  health: healthRoutes,
  morning: morningRoutes,
  releases: releaseRoutes,
  auditLog: auditLogRoutes,
  protection: protectionRoutes,
  imports: importRoutes,
  crm: (app, context) => crmRoutes(app, context, receiveCsv),
  reports: reportRoutes,
  statistics: statisticsRoutes,
  catalog: catalogRoutes,
  engagements: engagementRoutes,
  outbox: outboxRoutes,
  apiKeys: apiKeyRoutes,
  eventsApi: eventsApiRoutes,
  batchSearch: batchSearchRoutes,
  eventConverter: eventConverterRoutes,
  recordedLists: recordedListRoutes,
  signups: (app, context) => signupRoutes(app, context, homeReader()),
  opportunities: opportunityRoutes,
  content: contentRoutes,
  photos: photoRoutes,
  searchEngines: (app, context) => searchEngineRoutes(app, context, [contentPages, opportunityPages]),
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
    /** The request's own entity manager. */
    readonly em: EntityManager
  }
}

type Options = {
  log?: Logger
  faces?: Faces
  /** Routes beside the features, for tests of what surrounds them. */
  probe?: Feature
  /** Told of every route, for tests that try all of them. */
  onRoute?: (route: RouteOptions) => void
}

export async function buildApp(
  context: Context,
  { log = createLog(context.config), faces = builtFaces, probe, onRoute }: Options = {},
): Promise<App> {
  const { config } = context
  const isTrusted = proxyAddr.compile(config.TRUST_PROXY) as IsTrusted
  const siteOf = siteReader(isTrusted)
  const portal = await loadPortal(faces.portal, config)
  const sendProblem = problemSender(config, siteOf, portal)
  const app: App = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: () => randomUUID(),
    trustProxy: config.TRUST_PROXY.length > 0 ? isTrusted : false,
    bodyLimit: 1024 * 1024,
    ...(config.NODE_ENV === 'development' ? {} : { handlerTimeout: config.RACK_TIMEOUT_SERVICE_TIMEOUT * 1000 }),
    requestTimeout: longestBodyMs,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    // Late requests on open connections are still served while the server closes.
    return503OnClosing: false,
    routerOptions: { constraints: { site: siteConstraint(siteOf) } },
    clientErrorHandler: parserErrors(log, (socket) => guard.check({ socket, headers: {} })),
    frameworkErrors(error, request, reply) {
      const started = performance.now()
      setHeaders(request, reply)
      void guard
        .check(request.raw)
        .then((refusal) =>
          refusal ? refuse(refusal, config.institution, request, reply) : sendProblem(problemOf(error), request, reply),
        )
        .then(() => writeLine(request, reply, performance.now() - started))
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser('text/plain')
  if (onRoute) app.addHook('onRoute', onRoute)
  hosts(app, siteOf)
  const writeLine = requestLog(app, config, ({ staffUser }) => staffUser?.id)
  const setHeaders = securityHeaders(app, config)
  errorHandler(app, sendProblem)
  up(app)
  bodyDeadline(app)
  contentEncoding(app)
  const guard = await createGuard(app, {
    config,
    log,
    isTrusted,
    isActiveApiKey: async (request) => (await app.apiKeys.shownBy(request)) !== null,
  })
  guardRequests(app, guard, config.institution)
  keepRequestAddress(app)
  storableText(app)
  overload(app, config)
  originCheck(app, config)
  app.register(fastifyCookie)
  // Reads the first 1,000 fields and no more: a body of nothing but fields would keep the process busy for seconds.
  app.register(fastifyFormbody, { parser: (text) => parseQuery(text) })
  entityManagers(app, context)
  identifyStaff(app, config)
  identifyApiKeys(app, context)
  identifyVisitors(app, context)
  keepSearchIndex(app, context)
  await staffApp(app, context, faces.staffApp)
  portalPages(app, context, portal, faces.portal)
  for (const register of [...Object.values<Feature>(features), ...(probe ? [probe] : [])])
    app.register(async (scope) => register(scope as App, context))
  await app.ready()
  return app
}

/** Forked at first use: most requests for assets need none. */
function entityManagers(app: App, { orm }: Context): void {
  const forks = new WeakMap<FastifyRequest, EntityManager>()
  app.decorateRequest('em', {
    getter() {
      const em = forks.get(this) ?? orm.em.fork()
      forks.set(this, em)
      return em
    },
  })
}
