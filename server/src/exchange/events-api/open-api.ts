import swagger from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { App, Context } from '../../foundations/context.ts'

/** OpenAPI 3.1 of the keyed API, made from the contracts of its routes, at `/api/v1/openapi.json`. */
export async function openApi(app: App, { config }: Context): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${config.institution.name}: engagements API`,
        version: '1',
        description: 'For the events app: tells alumni relations who took part in what.',
        contact: { email: config.institution.support_email },
      },
      servers: [{ url: config.PUBLIC_URL }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, ars_…, issued by an administrator.' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(app.swagger()),
  )
}
