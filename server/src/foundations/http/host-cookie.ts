import type { FastifyReply, FastifyRequest } from 'fastify'

export type HostCookie = {
  name: string
  read(request: FastifyRequest): string | undefined
  /** Without `maxAgeSeconds`, the cookie lasts until the browser closes. */
  set(reply: FastifyReply, value: string, maxAgeSeconds?: number): void
  clear(reply: FastifyReply): void
}

/** Returns a cookie that browsers send only to the host of `siteUrl` and hide from scripts. */
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

export type HostCookies = {
  name: string
  forKey(key: string): HostCookie
  /** Returns keys, oldest first. */
  listKeys(request: FastifyRequest): string[]
  /** Clears the oldest cookies until the values of the others have at most `maxLength` characters in total. */
  clear(reply: FastifyReply, maxLength?: number): void
}

/** Returns cookies like `hostCookie`, one per 16-character key. */
export function hostCookies(siteUrl: string, plainName: string): HostCookies {
  const { name } = hostCookie(siteUrl, plainName)
  const forKey = (key: string) => hostCookie(siteUrl, `${plainName}_${key}`)
  const listKeys = ({ cookies }: FastifyRequest) =>
    Object.keys(cookies)
      .filter((cookieName) => cookieName.startsWith(`${name}_`))
      .map((cookieName) => cookieName.slice(name.length + 1))
      .filter((key) => /^[\w-]{16}$/.test(key))
  return {
    name,
    forKey,
    listKeys,
    clear(reply, maxLength = 0) {
      let length = 0
      for (const key of listKeys(reply.request).toReversed()) {
        length += forKey(key).read(reply.request)?.length ?? 0
        if (length > maxLength) forKey(key).clear(reply)
      }
    },
  }
}

function isPlainLoopback(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl)
  return protocol === 'http:' && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
