import { AsyncLocalStorage } from 'node:async_hooks'
import type { App } from '../context.ts'
import type { FastifyRequest } from 'fastify'

const addresses = new AsyncLocalStorage<string>()

/** The network address of the request that is being handled; null outside of one. */
export function requestAddress(): string | null {
  return addresses.getStore() ?? null
}

/** Lets all that a request does know its address. */
export function saveRequestAddress(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => addresses.run(request.ip, done))
}

/** The token of `Authorization: Bearer <token>`, if there is one. */
export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
