import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Context } from '../../foundations/context.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { ActiveApiKeys, type ActiveApiKey } from './active-keys.ts'
import { recordUse } from './save-keys.ts'

declare module 'fastify' {
  interface FastifyInstance {
    apiKeys: ActiveApiKeys
  }
  interface FastifyRequest {
    /** The active key; null before `allowApiKey` has run. */
    apiKey: ActiveApiKey | null
  }
}

export function identifyApiKeys(app: App, { db }: Context): void {
  app.decorate('apiKeys', new ActiveApiKeys(db))
  app.decorateRequest('apiKey', null)
}

/** Requires an active API key, else throws HttpError 401. An `onRequest` hook, which runs before the body is read. */
export async function allowApiKey(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const key = await request.server.apiKeys.findByRequest(request)
  if (!key) {
    reply.header('www-authenticate', 'Bearer')
    throw new HttpError(401, 'Send an active API key as "Authorization: Bearer <key>".')
  }
  if (!key.isUseRecorded) {
    await recordUse(request.db, key)
    request.server.apiKeys.invalidate()
  }
  request.apiKey = key
}

export function getApiKey({ apiKey }: FastifyRequest): ActiveApiKey {
  if (!apiKey) throw new Error('The route does not ask for an API key.')
  return apiKey
}
