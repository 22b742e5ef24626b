import type { FastifySchema } from 'fastify'
import type { App, Context } from '../../foundations/context.ts'
import { onInternal } from '../../foundations/hosts/site.ts'
import type { Handler, TypedHandler } from '../../foundations/pages/page.ts'
import { signedIn } from './identify.ts'

type InternalApiRoute<Schema extends FastifySchema> = { url: `/api/${string}`; schema: Schema }

/** A read-only address for page scripts on the staff's host. Open there, unless `INTERNAL_API_REQUIRES_LOGIN` asks for a session. */
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

/** Scripts are told 401, never led to the sign-in page. */
async function needsSession(
  request: Parameters<typeof signedIn>[0] & { identifyStaff(): Promise<unknown> },
): Promise<void> {
  await request.identifyStaff()
  signedIn(request)
}
