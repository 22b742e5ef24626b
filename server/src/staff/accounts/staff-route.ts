import type { Role } from '@alumni/shared/staff/accounts'
import type { FastifyContextConfig, FastifySchema, HTTPMethods, preHandlerHookHandler } from 'fastify'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import { onInternal } from '../../foundations/hosts/site.ts'
import type { Handler, TypedHandler } from '../../foundations/pages/page.ts'
import { allowRole, getStaffUser } from './identify.ts'
import { assertProven } from './proof.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The lowest role that may use the route. Routes without `needs` check permissions themselves. */
    needs?: Role
    /** The action to confirm, such as "Undo the import". */
    needsProof?: string
  }
}

/** Returns a `find` that throws HttpError 404 if `table` has no row with the id in the URL. */
export function rowOf(table: keyof Tables) {
  return async ({ db, params }: { db: Db; params: { id: number } }): Promise<void> => {
    await db.get(table as 'events', ['id'], { id: params.id }, { notFound: 'There is nothing at this address.' })
  }
}

type StaffRoute<Schema extends FastifySchema> = {
  method?: HTTPMethods
  url: string
  needs: Role
  /** Describes the action if it requires a proof of identity within `proofMinutes`. */
  needsProof?: string
  schema: Schema
  bodyLimit?: number
  handlerTimeout?: number
  preHandler?: preHandlerHookHandler
  /** Lets the handler check `request.validationError` itself. */
  attachValidation?: boolean
  config?: FastifyContextConfig
}

/** Registers an action, a download or JSON for users with a role. The default method is `POST`. */
export function staffRoute<Schema extends FastifySchema>(
  app: App,
  { needs: role, needsProof: confirms, method = 'POST', config, ...rest }: StaffRoute<Schema>,
  handler: Handler<Schema>,
): void {
  app.route({
    ...rest,
    method,
    constraints: onInternal,
    onRequest: confirms ? [allowRole(role), (request) => assertProven(request, confirms)] : allowRole(role),
    config: { ...config, needs: role, ...(confirms && { needsProof: confirms }) },
    handler: handler as TypedHandler<Schema>,
  })
}

/** Registers a read-only route for page scripts. INTERNAL_API_REQUIRES_LOGIN makes it require a session. */
export function internalApiRoute<Schema extends FastifySchema>(
  app: App,
  { config }: Pick<Context, 'config'>,
  { url, schema }: { url: `/api/${string}`; schema: Schema },
  handler: Handler<Schema>,
): void {
  app.route({
    method: 'GET',
    url,
    schema,
    constraints: onInternal,
    config: { hasBareErrors: true },
    ...(config.INTERNAL_API_REQUIRES_LOGIN ? { onRequest: allowSession } : {}),
    handler: handler as TypedHandler<Schema>,
  })
}

/** Throws HttpError 401 without a session, because scripts must not be redirected to the sign-in page. */
async function allowSession(
  request: Parameters<typeof getStaffUser>[0] & { identifyStaff(): Promise<unknown> },
): Promise<void> {
  await request.identifyStaff()
  getStaffUser(request)
}
