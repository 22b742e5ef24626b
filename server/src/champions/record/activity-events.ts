import type { FastifyRequest } from 'fastify'
import type { Expression } from 'kysely'
import type { ActivityEventType } from '@alumni/shared/champions/record'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { hashToken } from '../../foundations/http/tokens.ts'

export type ActivityEvent = {
  type: ActivityEventType
  /** Null if the address is unknown; an SQL expression if the code must not know it. */
  signup: number | null | Expression<number | null>
  /** From `ipHashOf`; absent for jobs. */
  ipHash?: string | undefined
  /** Never personal data. */
  payload?: Record<string, unknown>
}

export async function writeActivityEvent(db: Db, { type, signup, ipHash, payload = {} }: ActivityEvent): Promise<void> {
  await db.insert('activity_events', {
    type,
    signup_id: signup,
    ip_hash: ipHash ?? null,
    payload: JSON.stringify(payload),
  })
}

/** Returns a hash of the caller's address, for recognizing events of the same origin. */
export function ipHashOf(config: Config, { ip }: Pick<FastifyRequest, 'ip'>): string {
  return hashToken(config, 'address', ip).slice(0, 22)
}
