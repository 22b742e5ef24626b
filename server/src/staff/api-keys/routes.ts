import { z } from 'zod'
import { apiKeysPage, issueApiKeyRequest, issuedApiKey, rotateApiKeyRequest } from '@alumni/shared/staff/api-keys'
import { byId } from '../../foundations/http/by-id.ts'
import type { App } from '../../foundations/context.ts'
import { signedIn } from '../accounts/identify.ts'
import { staffPage, staffRoute } from '../accounts/staff-page.ts'
import { issueApiKey, revokeApiKey, rotateApiKey } from './keep-keys.ts'
import { listApiKeys } from './list-keys.ts'

const url = '/settings/api_keys'
/** The keys of the events API, for administrators. */
export function apiKeyRoutes(app: App): void {
  staffPage(app, { url, needs: 'admin', schema: { response: { 200: apiKeysPage } } }, async ({ db, server }) => {
    await server.apiKeyUsage.write()
    return listApiKeys(db)
  })

  staffRoute(
    app,
    { url, needs: 'admin', needsProof: true, schema: { body: issueApiKeyRequest, response: { 201: issuedApiKey } } },
    async (request, reply) => {
      const issued = await issueApiKey(request.db, request.body, signedIn(request))
      app.apiKeys.forget()
      return reply.code(201).send(issued)
    },
  )

  staffRoute(
    app,
    {
      url: `${url}/:id/rotate`,
      needs: 'admin',
      needsProof: true,
      schema: { params: byId, body: rotateApiKeyRequest, response: { 200: issuedApiKey } },
    },
    async (request) => {
      const issued = await rotateApiKey(request.db, request.params.id, request.body.overlap_hours, signedIn(request))
      app.apiKeys.forget()
      return issued
    },
  )

  staffRoute(
    app,
    { method: 'DELETE', url: `${url}/:id`, needs: 'admin', schema: { params: byId, response: { 204: z.null() } } },
    async (request, reply) => {
      await revokeApiKey(request.db, request.params.id, signedIn(request))
      app.apiKeys.forget()
      return reply.code(204).send(null)
    },
  )
}
