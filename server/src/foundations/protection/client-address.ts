import { isIP, isIPv4 } from 'node:net'
import type { IncomingMessage } from 'node:http'
import { normalizeIP } from '@fastify/rate-limit'
import type { IsTrusted } from '../hosts/site.ts'

/** The parts of a request that exist before it is routed. */
export type Sent = Pick<IncomingMessage, 'headers' | 'socket'>

/** Returns the address by which a request is counted: IPv4 whole, IPv6 by its /64. */
export type AddressOf = (request: Sent) => string

/**
 * Walks `X-Forwarded-For` from the nearest hop as long as each was written by a trusted proxy; what a stranger wrote is
 * never read. Also for requests that Fastify could not route, whose `ip` is the proxy's.
 */
export function addressReader(isTrusted: IsTrusted): AddressOf {
  return ({ headers, socket }) => {
    let address = socket.remoteAddress ?? ''
    const forwarded = headers['x-forwarded-for']
    if (forwarded === undefined || !isTrusted(address)) return folded(address)
    for (const hop of String(forwarded).split(',').reverse()) {
      const next = withoutPort(hop.trim())
      if (isIP(next) === 0) break
      address = next
      if (!isTrusted(address)) break
    }
    return folded(address)
  }
}

/** Some proxies add the port, which is another one for each connection. */
function withoutPort(hop: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop
}

/** An address as it is counted; `unknown` for what is none. */
export function folded(address: string): string {
  if (isIPv4(address)) return address
  if (address.startsWith('::ffff:') && isIPv4(address.slice(7))) return address.slice(7)
  if (isIP(address) === 0) return 'unknown'
  const network = normalizeIP(address.split('%', 1)[0]!, 64)
  return isIPv4(network) ? network : `${network}/64`
}

const forwardingHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
  'x-client-ip',
  'via',
]

/** From this machine itself, not through a proxy that runs on it. */
export function isOwnMachine({ headers, socket }: Sent): boolean {
  return isLoopback(socket.remoteAddress ?? '') && !forwardingHeaders.some((name) => headers[name] !== undefined)
}

function isLoopback(address: string): boolean {
  return address === '::1' || (isIPv4(address) ? address : address.replace('::ffff:', '')).startsWith('127.')
}
