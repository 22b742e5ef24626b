import type { Role } from '@alumni/shared/staff/accounts'
import type { FastifyContextConfig, FastifySchema, HTTPMethods, preHandlerHookHandler } from 'fastify'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import { onInternal } from '../../foundations/hosts/site.ts'
import { registerPage, type Find, type Handler, type TypedHandler } from '../../foundations/pages/page.ts'
import { needs, requireStaffUser } from './identify.ts'
import { needsProof } from './proof.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The least role that may use the route; without it, the route says who may in its own way. */
    needs?: Role
    /** The action to confirm, in words. */
    needsProof?: string
  }
}

type StaffPage<Schema extends FastifySchema> = {
  url: string
  needs: Role
  schema: Schema
  preHandler?: preHandlerHookHandler
  find?: Find<Schema>
}

/**
 * A page for people with a role: a navigation gets the staff app, `Accept: application/json` what `handler` returns.
 */
export function staffPage<Schema extends FastifySchema>(
  app: App,
  { needs: role, ...rest }: StaffPage<Schema>,
  handler: Handler<Schema>,
): void {
  registerPage(app, { ...rest, onRequest: needs(role), config: { needs: role } }, handler)
}

/** How the page of a row of `table` finds it by the id in its address. */
export function rowOf(table: keyof Tables) {
  return async ({ db, params }: { db: Db; params: { id: number } }): Promise<void> => {
    await db.get(table as 'events', ['id'], { id: params.id }, { notFound: 'There is nothing at this address.' })
  }
}

type StaffRoute<Schema extends FastifySchema> = {
  method?: HTTPMethods
  url: string
  needs: Role
  /** The action in words, where people must have proven their identity within `proofMinutes`. */
  needsProof?: string
  schema: Schema
  bodyLimit?: number
  handlerTimeout?: number
  preHandler?: preHandlerHookHandler
  /** The handler looks at `request.validationError` itself. */
  attachValidation?: boolean
  config?: FastifyContextConfig
}

/** Everything else for people with a role: an action (`POST` unless said otherwise), a download or a poller's JSON. */
export function staffRoute<Schema extends FastifySchema>(
  app: App,
  { needs: role, needsProof: confirms, method = 'POST', config, ...rest }: StaffRoute<Schema>,
  handler: Handler<Schema>,
): void {
  app.route({
    ...rest,
    method,
    constraints: onInternal,
    onRequest: confirms ? [needs(role), (request) => needsProof(request, confirms)] : needs(role),
    config: { ...config, needs: role, ...(confirms && { needsProof: confirms }) },
    handler: handler as TypedHandler<Schema>,
  })
}

type InternalApiRoute<Schema extends FastifySchema> = { url: `/api/${string}`; schema: Schema }

/**
 * A read-only address for page scripts on the staff's host. Open there, unless `INTERNAL_API_REQUIRES_LOGIN` asks for a
 * session.
 */
export function internalApiRoute<Schema extends FastifySchema>(
  app: App,
  { config }: Pick<Context, 'config'>,
  { url, schema }: InternalApiRoute<Schema>,
  handler: Handler<Schema>,
): void {
  app.route({
    method: 'GET',
    url,
    schema,
    constraints: onInternal,
    config: { hasBareErrors: true },
    ...(config.INTERNAL_API_REQUIRES_LOGIN ? { onRequest: needsSession } : {}),
    handler: handler as TypedHandler<Schema>,
  })
}

/** Scripts receive 401, never the sign-in page. */
async function needsSession(
  request: Parameters<typeof requireStaffUser>[0] & { identifyStaff(): Promise<unknown> },
): Promise<void> {
  await request.identifyStaff()
  requireStaffUser(request)
}
