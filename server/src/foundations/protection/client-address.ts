import { isIP, isIPv4 } from 'node:net'
import type { IncomingMessage } from 'node:http'
import { normalizeIP } from '@fastify/rate-limit'
import type { IsTrusted } from '../hosts/site.ts'

export type UnroutedRequest = Pick<IncomingMessage, 'headers' | 'socket'>

/** Returns the address by which a client is counted: an IPv4 address, or the /64 network of an IPv6 address. */
export type AddressReader = (request: UnroutedRequest) => string

/** Uses only the part of `X-Forwarded-For` that trusted proxies wrote. */
export function createAddressReader(isTrusted: IsTrusted): AddressReader {
  return ({ headers, socket }) => {
    let address = socket.remoteAddress ?? ''
    const forwarded = headers['x-forwarded-for']
    if (forwarded === undefined || !isTrusted(address)) return normalizeAddress(address)
    for (const hop of String(forwarded).split(',').reverse()) {
      const hopAddress = removePort(hop.trim())
      if (isIP(hopAddress) === 0) break
      address = hopAddress
      if (!isTrusted(address)) break
    }
    return normalizeAddress(address)
  }
}

function removePort(hop: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop
}

/** Returns an IPv4 address, the /64 network of an IPv6 address, or `unknown` if the address is invalid. */
export function normalizeAddress(address: string): string {
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

/** Returns whether a request comes directly from this machine, not through a proxy. */
export function isOwnMachine({ headers, socket }: UnroutedRequest): boolean {
  return isLoopback(socket.remoteAddress ?? '') && !forwardingHeaders.some((name) => headers[name] !== undefined)
}

function isLoopback(address: string): boolean {
  return address === '::1' || (isIPv4(address) ? address : address.replace('::ffff:', '')).startsWith('127.')
}
