import type { FastifyReply, FastifyRequest } from 'fastify'

/** Returns whether `Accept` rates `text/html` at least as high as JSON, as browsers do when they navigate. */
export function prefersHtml(accept: string | undefined): boolean {
  const html = readQuality(accept, 'text/html')
  return html > 0 && html >= readQuality(accept, 'application/json')
}

/** Redirects a browser's form to a page. Returns undefined for other clients, which get the outcome. */
export function redirectForm(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply | undefined {
  reply.header('vary', 'Accept')
  return prefersHtml(request.headers.accept) ? reply.redirect(page, 303) : undefined
}

function readQuality(accept: string | undefined, type: string): number {
  for (const part of (accept ?? '').split(',')) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    if (name !== type) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const value = weight === undefined ? 1 : Number(weight.slice(2))
    return Number.isFinite(value) ? value : 0
  }
  return 0
}
