import type { FastifyRequest } from 'fastify'

/** Who has proven who they are: only they see what they have answered. Null for everybody else. */
export async function knownChampion(request: FastifyRequest): Promise<number | null> {
  const visitor = await request.visitor()
  return visitor.state === 'verified' ? visitor.signup.id : null
}
