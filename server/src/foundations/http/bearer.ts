import type { FastifyRequest } from 'fastify'

/** The token of `Authorization: Bearer <token>`, if there is one. */
export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
