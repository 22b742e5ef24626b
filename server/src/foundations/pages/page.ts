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
import type { ZodTypes } from '../zod-schemas.ts'
import type { App } from '../context.ts'
import type { Db } from '../database/db.ts'
import { onInternal } from '../hosts/site.ts'
import { prefersHtml } from '../http/accept.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isPage?: boolean
  }
}

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

/** Returns the payload, or the reply if it was already sent. */
export type Handler<Schema extends FastifySchema> = (
  this: ThisParameterType<TypedHandler<Schema>>,
  ...parameters: Parameters<TypedHandler<Schema>>
) => Awaitable<Awaited<ReturnType<TypedHandler<Schema>>> | FastifyReply>

export type Page<Schema extends FastifySchema> = {
  url: string
  schema: Schema
  onRequest?: onRequestHookHandler
  /** Runs for both representations, for example to redirect to the canonical URL. */
  preHandler?: preHandlerHookHandler
  /** Throws a 404 if the page's record does not exist. For HTML replies, this is the only query for the page. */
  find?(request: { db: Db; params: unknown }): Promise<unknown>
  config?: FastifyContextConfig
}

/** Registers a URL with two representations: HTML is the staff app, and JSON is the data from `handler`. */
export function registerPage<Schema extends FastifySchema>(
  app: App,
  { url, schema, onRequest, preHandler, find, config = {} }: Page<Schema>,
  handler: Handler<Schema>,
): void {
  const routeHandler: Handler<Schema> = function (request, reply) {
    if (!prefersHtml(request.headers.accept)) return handler.call(this, request, reply)
    return find && !request.validationError ? find(request).then(() => reply.staffApp()) : reply.staffApp()
  }
  const setVaryHeader: onRequestHookHandler = (_request, reply, callback) => {
    reply.header('vary', 'Accept')
    callback()
  }
  app.route({
    method: 'GET',
    url,
    schema,
    attachValidation: true,
    constraints: onInternal,
    config: { ...config, isPage: true },
    onRequest: onRequest ? [setVaryHeader, onRequest] : [setVaryHeader],
    preHandler: preHandler ? [refuseInvalidRequest, preHandler] : [refuseInvalidRequest],
    handler: routeHandler as TypedHandler<Schema>,
  })
}

/** Ignores invalid queries for HTML, because the staff app requests the same URL as JSON and shows the errors. */
const refuseInvalidRequest: preHandlerHookHandler = ({ validationError: error, headers }, _reply, callback) => {
  const isOfQuery = error?.validationContext === 'querystring'
  callback(isOfQuery && prefersHtml(headers.accept) ? undefined : error)
}
