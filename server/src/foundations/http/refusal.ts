import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Institution } from '@alumni/shared/institution'
import { prefersHtml } from './accept.ts'
import { renderErrorPage } from './plain-page.ts'
import type { Problem } from './errors.ts'

/** `tag` and `facts` are logged. */
export type Refusal = {
  tag: '[throttle]' | '[blocklist]' | '[fail2ban]' | '[overload]'
  problem: Problem
  facts: Record<string, string | number>
}

const refusals = new WeakMap<IncomingMessage, Refusal>()

/** Returns the refusal that `refuse` sent for a request, for logs and metrics, or undefined. */
export function getRefusal(request: FastifyRequest): Refusal | undefined {
  return refusals.get(request.raw)
}

/** Sends a refusal without reading the body, querying the database or rendering the portal. */
export function refuse(
  refusal: Refusal,
  institution: Institution,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, body, headers } = refusal.problem
  refusals.set(request.raw, refusal)
  reply.code(status).headers({ 'cache-control': 'no-store', vary: 'Accept', ...headers })
  if (!prefersHtml(request.headers.accept))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
  return reply
    .type('text/html; charset=utf-8')
    .send(renderErrorPage(body.error, status, institution, reply.allowStyles()))
}
