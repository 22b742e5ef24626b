import type { FastifyReply, FastifyRequest } from 'fastify'

export type HostCookie = {
  name: string
  read(request: FastifyRequest): string | undefined
  /** Without `maxAgeSeconds` the browser forgets it when it is closed. */
  set(reply: FastifyReply, value: string, maxAgeSeconds?: number): void
  clear(reply: FastifyReply): void
}

/** A cookie that only the host of `siteUrl` sees, and no script. */
export function hostCookie(siteUrl: string, plainName: string): HostCookie {
  const isPlain = isPlainLoopback(siteUrl)
  const name = isPlain ? plainName : `__Host-${plainName}`
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: !isPlain } as const
  return {
    name,
    read: ({ cookies }) => cookies[name] || undefined,
    set: (reply, value, maxAge) =>
      void reply.setCookie(name, value, { ...options, ...(maxAge === undefined ? {} : { maxAge }) }),
    clear: (reply) => void reply.clearCookie(name, options),
  }
}

/** `Secure` and the prefix `__Host-` need https; on a developer's own machine there is none. */
function isPlainLoopback(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl)
  return protocol === 'http:' && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
