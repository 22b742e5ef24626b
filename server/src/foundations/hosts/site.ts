import type { IncomingMessage } from 'node:http'
import type { FastifyServerOptions } from 'fastify'
import { isChampionsHost } from '../process/config.ts'
import type { App } from '../context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Which of the two sites the request's host belongs to. */
    readonly site: Site
  }
}

/** The alumni's site lives on `champions.*`, the staff's on every other host. */
export type Site = 'internal' | 'external'

/** Whether an address is one of the proxies whose `X-Forwarded-*` headers count. */
export type IsTrusted = (address: string | undefined) => boolean

export type SiteOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Site

export function siteReader(isTrusted: IsTrusted): SiteOf {
  return ({ headers, socket }) => {
    const forwarded = headers['x-forwarded-host']
    const host = forwarded && isTrusted(socket?.remoteAddress) ? String(forwarded).split(',').at(-1)! : headers.host
    return isChampionsHost(host ?? '') ? 'external' : 'internal'
  }
}

/** Gives every request its site. */
export function hosts(app: App, siteOf: SiteOf): void {
  app.decorateRequest('site', {
    getter() {
      return siteOf(this.raw)
    },
  })
}

type Constraint = NonNullable<NonNullable<FastifyServerOptions['routerOptions']>['constraints']>[string]
type Routes = NonNullable<ReturnType<ReturnType<Constraint['storage']>['get']>>

/**
 * Lets a route say `constraints: { site: 'internal' }`; elsewhere it does not exist. A route without it answers on
 * both.
 */
export function siteConstraint(siteOf: SiteOf): Constraint {
  return {
    name: 'site',
    storage: () => {
      const routes = new Map<unknown, Routes>()
      return {
        get: (site) => routes.get(site) ?? null,
        set: (site, ofSite) => void routes.set(site, ofSite),
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
