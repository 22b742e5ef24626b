import type {
  ContextConfigDefault,
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyReply,
  FastifySchema,
  onRequestHookHandler,
  preHandlerHookHandler,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify'
import type { ZodTypes } from '../http/zod-schemas.ts'
import type { App } from '../context.ts'
import { onInternal } from '../hosts/site.ts'
import { prefersHtml } from '../http/accept.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The address is a page of the staff app, which also says in its own frame why it may not be opened. */
    isPage?: boolean
  }
}

/** The same as Fastify knows it. */
export type TypedHandler<Schema extends FastifySchema> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  ContextConfigDefault,
  Schema,
  ZodTypes,
  FastifyBaseLogger
>
type Awaitable<Value> = Value | Promise<Value>

/**
 * A handler whose request and reply are typed by the zod schemas of `Schema`. It returns what is to be sent, or the
 * reply where that is sent already, such as a redirect or a file.
 */
export type Handler<Schema extends FastifySchema> = (
  this: ThisParameterType<TypedHandler<Schema>>,
  ...of: Parameters<TypedHandler<Schema>>
) => Awaitable<Awaited<ReturnType<TypedHandler<Schema>>> | FastifyReply>

export type Find<Schema extends FastifySchema> = (
  request: Pick<Parameters<TypedHandler<Schema>>[0], 'db' | 'params'>,
) => Promise<unknown>

export type Page<Schema extends FastifySchema> = {
  url: string
  schema: Schema
  /** Checks permission; runs before anything of the request is read. */
  onRequest?: onRequestHookHandler
  /** Runs for both representations, such as a redirect to the right address. */
  preHandler?: preHandlerHookHandler
  /**
   * For the page of a record: throws a 404 where there is none. The document asks no more of the database than this.
   */
  find?: Find<Schema>
  config?: FastifyContextConfig
}

/**
 * A page of the internal site: one address with two representations, the staff app and, by `handler`, its data as JSON.
 */
export function page<Schema extends FastifySchema>(
  app: App,
  { url, schema, onRequest, preHandler, find, config = {} }: Page<Schema>,
  handler: Handler<Schema>,
): void {
  const routeHandler: Handler<Schema> = function (request, reply) {
    if (!prefersHtml(request.headers.accept)) return handler.call(this, request, reply)
    return find && !request.validationError ? find(request).then(() => reply.staffApp()) : reply.staffApp()
  }
  const varies: onRequestHookHandler = (_request, reply, done) => {
    reply.header('vary', 'Accept')
    done()
  }
  app.route({
    method: 'GET',
    url,
    schema,
    attachValidation: true,
    constraints: onInternal,
    config: { ...config, isPage: true },
    onRequest: onRequest ? [varies, onRequest] : [varies],
    preHandler: preHandler ? [refuseNonsense, preHandler] : [refuseNonsense],
    handler: routeHandler as TypedHandler<Schema>,
  })
}

/**
 * Ignores errors of the query in documents: the staff app asks for the same as JSON, and shows them beside the field.
 */
const refuseNonsense: preHandlerHookHandler = ({ validationError: error, headers }, _reply, done) => {
  const isOfQuery = error?.validationContext === 'querystring'
  done(isOfQuery && prefersHtml(headers.accept) ? undefined : error)
}
