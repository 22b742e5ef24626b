import { once } from 'node:events'
import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../process/config.ts'
import { http } from '../process/node-http.ts'
import { seal, unseal } from './seal.ts'

const header = 'alumni-proxy-proof'
const [question, answer] = ['proxy proof', 'proxy proof answer']
const lifetimeSeconds = 60

/** How a request reached the server. `peer` is the address that opened the connection, such as a proxy's. */
const arrival = z.object({
  protocol: z.string(),
  host: z.string(),
  site: z.enum(['internal', 'external']),
  peer: z.string(),
  forwards: z.array(z.string()),
})
export type Arrival = z.infer<typeof arrival>

/** Replies to `requestArrival`: adds a sealed header that describes how the request reached the server. */
export async function addArrivalHeader(config: Config, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const sealedQuestion = request.headers[header]
  if (typeof sealedQuestion !== 'string' || !(await unseal(config, question, z.object({}), sealedQuestion))) return
  const { protocol, host, site, raw } = request
  const arrival: Arrival = {
    protocol,
    host,
    site,
    peer: raw.socket.remoteAddress ?? '',
    forwards: ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'].filter((name) => name in raw.headers),
  }
  reply.header(header, await seal(config, answer, arrival, lifetimeSeconds))
}

/** Requests `/up` with a sealed question. `arrival` is undefined unless a server with the same secret replies. */
export async function requestArrival(
  config: Config,
  origin: string,
): Promise<{ status: number; arrival: Arrival | undefined }> {
  const proof = await seal(config, question, {}, lifetimeSeconds)
  const reply = await get(new URL('/up', origin), { [header]: proof })
  const sealed = reply.headers[header]
  return {
    status: reply.statusCode!,
    arrival: await unseal(config, answer, arrival, typeof sealed === 'string' ? sealed : undefined),
  }
}

const resolveLocalhost: LookupFunction = (_name, options, callback) => lookup('localhost', options, callback)

/** Sends a request over a new connection, without redirects. `*.localhost` resolves to this machine, as in browsers. */
async function get(url: URL, headers: Record<string, string>): Promise<IncomingMessage> {
  const request = (url.protocol === 'https:' ? https : http).get(url, {
    headers,
    agent: false,
    signal: AbortSignal.timeout(4000),
    ...(url.hostname.endsWith('.localhost') && { lookup: resolveLocalhost }),
  })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  reply.resume()
  return reply
}
