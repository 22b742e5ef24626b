import type { Institution } from '@alumni/shared/institution'
import type { App } from '../context.ts'
import { HttpError } from '../http/errors.ts'
import { refuse } from '../http/refusal.ts'
import type { Guard } from './guard.ts'

declare module 'fastify' {
  interface FastifyInstance {
    guard: Guard
  }
}

/** Checks each request before its body is read, and afterward for the limits per e-mail address. */
export function guardRequests(app: App, guard: Guard, institution: Institution): void {
  app.decorate('guard', guard)
  app.addHook('onRequest', async (request, reply) => {
    const refusal = await guard.check(request.raw)
    if (refusal) return refuse(refusal, institution, request, reply)
    const { rawHeaders, httpVersion } = request.raw
    const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length
    if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
      throw new HttpError(400, 'The request does not say to which one host it goes.', {
        headers: { connection: 'close' },
      })
  })
  // Runs before validation, so that invalid bodies count too.
  app.addHook('preValidation', async (request, reply) => {
    const refusal = await guard.checkEmail(request.raw, request.body)
    if (refusal) return refuse(refusal, institution, request, reply)
  })
  // Node itself would reply to requests with an unknown Expect header, without counting them.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response))
}
