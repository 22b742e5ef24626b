import type { FastifyRequest } from 'fastify'
import type { Config } from '../process/config.ts'
import type { App } from '../context.ts'
import { bearerToken } from './request.ts'
import { HttpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The token in the path is all that the route asks for, so that another site's page can do no more than its holder. */
    opensByToken?: true
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses state changes that another site's page makes in a visitor's name. The two sites are siblings: `same-site` is
 * foreign.
 */
export function originCheck(app: App, config: Config): void {
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method) || request.routeOptions.config.opensByToken) return
    const configured = request.site === 'internal' ? config.PUBLIC_URL : config.CHAMPIONS_URL
    if (!isSameOrigin(request, configured))
      throw new HttpError(403, 'This request came from another site and was refused. Reload the page and try again.')
  })
}

function isSameOrigin(request: FastifyRequest, configured: string): boolean {
  const { 'sec-fetch-site': fetchSite, origin, cookie } = request.headers
  // A browser never adds a Bearer token by itself; with a cookie beside it, the cookie is what must be protected.
  if (bearerToken(request) !== undefined && cookie === undefined) return true
  if (fetchSite !== undefined) return fetchSite === 'same-origin'
  if (origin !== undefined)
    return origin === configured || origin === `${request.protocol}://${request.host.toLowerCase()}`
  return cookie === undefined
}
