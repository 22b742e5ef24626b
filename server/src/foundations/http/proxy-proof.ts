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

/** How a request arrived: `protocol`, `host` and `site` as the server understood it, `peer` as the connection says. */
const arrival = z.object({
  protocol: z.string(),
  host: z.string(),
  site: z.enum(['internal', 'external']),
  peer: z.string(),
  forwards: z.array(z.string()),
})
export type Arrival = z.infer<typeof arrival>

/** Answers a question sealed with our secret by how this request arrived, sealed. */
export async function answerProof(config: Config, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const shown = request.headers[header]
  if (typeof shown !== 'string' || !(await unseal(config, question, z.object({}), shown))) return
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

/** Asks `/up` at one of our two addresses. `arrival` is undefined where something else answers, or one with another secret. */
export async function askForProof(
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

const lookupLocalhost: LookupFunction = (_name, options, done) => lookup('localhost', options, done)

/** Without a redirect or a connection of before. Names below localhost lead to this machine, as in browsers. */
async function get(url: URL, headers: Record<string, string>): Promise<IncomingMessage> {
  const request = (url.protocol === 'https:' ? https : http).get(url, {
    headers,
    agent: false,
    signal: AbortSignal.timeout(4000),
    ...(url.hostname.endsWith('.localhost') && { lookup: lookupLocalhost }),
  })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  reply.resume()
  return reply
}
