import type { IncomingMessage } from 'node:http'
import type { FastifyServerOptions } from 'fastify'
import { isChampionsHost } from '../process/config.ts'
import type { App } from '../context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    readonly site: Site
  }
}

/** `external` is the alumni's site on hosts `champions.*`; `internal` is the staff app on all other hosts. */
export type Site = 'internal' | 'external'

export type IsTrusted = (address: string | undefined) => boolean

export type SiteReader = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Site

export function createSiteReader(isTrusted: IsTrusted): SiteReader {
  return ({ headers, socket }) => {
    const forwarded = headers['x-forwarded-host']
    const host = forwarded && isTrusted(socket?.remoteAddress) ? String(forwarded).split(',').at(-1)! : headers.host
    return isChampionsHost(host ?? '') ? 'external' : 'internal'
  }
}

export function decorateSite(app: App, siteOf: SiteReader): void {
  app.decorateRequest('site', {
    getter() {
      return siteOf(this.raw)
    },
  })
}

type Constraint = NonNullable<NonNullable<FastifyServerOptions['routerOptions']>['constraints']>[string]
type Routes = NonNullable<ReturnType<ReturnType<Constraint['storage']>['get']>>

/** Creates the route option `constraints: { site: 'internal' }`. A route without this option exists on both sites. */
export function createSiteConstraint(siteOf: SiteReader): Constraint {
  return {
    name: 'site',
    storage: () => {
      const routes = new Map<unknown, Routes>()
      return {
        get: (site) => routes.get(site) ?? null,
        set: (site, siteRoutes) => void routes.set(site, siteRoutes),
      }
    },
    deriveConstraint: (request) => siteOf(request),
    mustMatchWhenDerived: false,
    validate: (site) => {
      if (site !== 'internal' && site !== 'external')
        throw new Error('A route belongs to the site "internal" or "external".')
    },
  }
}

export const onInternal = { site: 'internal' } as const satisfies { site: Site }
export const onExternal = { site: 'external' } as const satisfies { site: Site }
