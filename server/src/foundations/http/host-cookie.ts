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

/** Cookies like `hostCookie`, of which a browser may have several; each has a key of 16 characters of base64url. */
export type HostCookies = {
  name: string
  at(key: string): HostCookie
  /** Returns the keys that the browser has, the oldest first. */
  keysOf(request: FastifyRequest): string[]
  /** Clears all but the newest, whose values have at most `maxLength` characters in all. */
  clear(reply: FastifyReply, maxLength?: number): void
}

export function hostCookies(siteUrl: string, plainName: string): HostCookies {
  const { name } = hostCookie(siteUrl, plainName)
  const at = (key: string) => hostCookie(siteUrl, `${plainName}_${key}`)
  const keysOf = ({ cookies }: FastifyRequest) =>
    Object.keys(cookies)
      .filter((each) => each.startsWith(`${name}_`))
      .map((each) => each.slice(name.length + 1))
      .filter((key) => /^[\w-]{16}$/.test(key))
  return {
    name,
    at,
    keysOf,
    clear(reply, maxLength = 0) {
      let length = 0
      for (const key of keysOf(reply.request).toReversed()) {
        length += at(key).read(reply.request)?.length ?? 0
        if (length > maxLength) at(key).clear(reply)
      }
    },
  }
}

/** `Secure` and the prefix `__Host-` need https; on a developer's own machine there is none. */
function isPlainLoopback(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl)
  return protocol === 'http:' && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
