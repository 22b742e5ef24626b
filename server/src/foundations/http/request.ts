import { AsyncLocalStorage } from 'node:async_hooks'
import type { App } from '../context.ts'
import type { FastifyRequest } from 'fastify'

const addresses = new AsyncLocalStorage<string>()

/** Returns the client's address while a request is handled, or null otherwise. */
export function getRequestAddress(): string | null {
  return addresses.getStore() ?? null
}

export function saveRequestAddress(app: App): void {
  app.addHook('onRequest', (request, _reply, callback) => addresses.run(request.ip, callback))
}

export function readBearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
