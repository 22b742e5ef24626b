import type { FastifyRequest } from 'fastify'
import type { Config } from '../process/config.ts'
import type { App } from '../context.ts'
import { readBearerToken } from './request.ts'
import { HttpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Exempts a route that is authorized only by the token in its path, which other sites do not have. */
    opensByToken?: true
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses state changes that other sites request, including `same-site` ones, which may come from our other site. */
export function checkOrigins(app: App, config: Config): void {
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method) || request.routeOptions.config.opensByToken) return
    const configured = request.site === 'internal' ? config.PUBLIC_URL : config.CHAMPIONS_URL
    if (!isSameOrigin(request, configured))
      throw new HttpError(403, 'This request came from another site and was refused. Reload the page and try again.')
  })
}

function isSameOrigin(request: FastifyRequest, configured: string): boolean {
  const { 'sec-fetch-site': secFetchSite, origin, cookie } = request.headers
  // Browsers never add a Bearer token by themselves. A request with a cookie is checked even if it also has a token.
  if (readBearerToken(request) !== undefined && cookie === undefined) return true
  if (secFetchSite !== undefined) return secFetchSite === 'same-origin'
  if (origin !== undefined)
    return origin === configured || origin === `${request.protocol}://${request.host.toLowerCase()}`
  return cookie === undefined
}
