import { engagementBatchReply, engagementBatchRequest, maxBatchBytes } from '@alumni/shared/exchange/events-api'
import type { HTTPMethods } from 'fastify'
import { keyOf, needsApiKey } from '../../staff/index.ts'
import type { App, Context } from '../../foundations/context.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { jsonBodies } from '../../foundations/http/request-body.ts'
import { referencePage, openApi } from './reference-page.ts'
import { submitBatch, unprocessable } from './submit-batch.ts'

/** The keyed API of the events app, on every host. */
export function eventsApiRoutes(app: App, context: Context): void {
  app.removeContentTypeParser('application/x-www-form-urlencoded')
  // Members that the contract does not know are ignored, also one that is called __proto__.
  jsonBodies(app, 'remove')
  openApi(app, context)
  referencePage(app, context)

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
      onRequest: needsApiKey,
      bodyLimit: maxBatchBytes,
      // A batch of another shape is a 422 here, as the API has promised; a 400 is for what is no JSON at all.
      attachValidation: true,
      config: { takesAnyText: true },
      schema: {
        body: engagementBatchRequest,
        response: { 200: engagementBatchReply },
      },
    },
    async (request) => {
      if (request.validationError) throw unprocessable(request.validationError)
      const { id } = keyOf(request)
      return submitBatch(request.db, { api_key_id: id }, request.body)
    },
  )
}
