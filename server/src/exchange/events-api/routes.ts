import { engagementBatchReply, engagementBatchRequest, maxBatchBytes } from '@alumni/shared/exchange/events-api'
import type { HTTPMethods } from 'fastify'
import { getApiKey, allowApiKey } from '../../staff/index.ts'
import type { App, Context } from '../../foundations/context.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { parseJsonBodies } from '../../foundations/http/request-body.ts'
import { referencePageRoutes, openApiRoutes } from './reference-page.ts'
import { submitBatch, toUnprocessableError } from './submit-batch.ts'

export function eventsApiRoutes(app: App, context: Context): void {
  app.removeContentTypeParser('application/x-www-form-urlencoded')
  // Ignores unknown members, including `__proto__`.
  parseJsonBodies(app, 'remove')
  openApiRoutes(app, context)
  referencePageRoutes(app, context)

  const url = '/api/v1/engagements/batch'
  app.route({
    method: app.supportedMethods.filter((method) => method !== 'POST') as HTTPMethods[],
    url,
    exposeHeadRoute: false,
    onRequest: async () => {
      throw new HttpError(405, 'Batches are submitted with POST.', { headers: { allow: 'POST' } })
    },
    handler: () => undefined,
  })
  app.post(
    url,
    {
      onRequest: allowApiKey,
      bodyLimit: maxBatchBytes,
      // Lets the handler reply 422 instead of 400 to a batch of the wrong shape.
      attachValidation: true,
      config: { takesAnyText: true },
      schema: {
        body: engagementBatchRequest,
        response: { 200: engagementBatchReply },
      },
    },
    async (request) => {
      if (request.validationError) throw toUnprocessableError(request.validationError)
      const { id } = getApiKey(request)
      return submitBatch(request.db, { api_key_id: id }, request.body)
    },
  )
}
