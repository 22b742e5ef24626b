import type { App } from '../context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Set first when the process is to stop: `/up` fails, so that no new requests are sent here. */
    isDraining: boolean
  }
}

/** `/up` on every host: whether this process takes requests. */
export function up(app: App): void {
  app.decorate('isDraining', false)
  app.addHook('onSend', async (_request, reply) => {
    if (app.isDraining) reply.header('connection', 'close')
  })
  app.get('/up', async (_request, reply) => {
    if (app.isDraining) reply.code(503).header('retry-after', '5')
    return { status: app.isDraining ? 'stopping' : 'up' }
  })
}
