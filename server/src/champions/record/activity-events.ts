import type { FastifyRequest } from 'fastify'
import type { Expression } from 'kysely'
import type { ActivityEventType } from '@alumni/shared/champions/record'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { hashToken } from '../../foundations/http/tokens.ts'

export type ActivityEvent = {
  type: ActivityEventType
  /** Null for an unknown address. Pass an SQL expression to run the same code for known and unknown addresses. */
  signup: number | null | Expression<number | null>
  /** The result of `ipHashOf`. Jobs leave it out. */
  ipHash?: string | undefined
  /** Must not contain personal data. */
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

/** Returns a keyed hash of the client’s IP address, to recognize events from the same origin. */
export function ipHashOf(config: Config, { ip }: Pick<FastifyRequest, 'ip'>): string {
  return hashToken(config, 'address', ip).slice(0, 22)
}
