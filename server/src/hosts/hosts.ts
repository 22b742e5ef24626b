import type { App } from '../context.ts'
import type { Site, SiteOf } from './site.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Which of the two sites the request's host belongs to. */
    readonly site: Site
  }
}

export function hosts(app: App, siteOf: SiteOf): void {
  app.decorateRequest('site', {
    getter() {
      return siteOf(this.raw)
    },
  })
}
