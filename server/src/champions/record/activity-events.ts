import type { FastifyRequest } from 'fastify'
import type { Expression } from 'kysely'
import type { ActivityEventType } from '@alumni/shared/champions/record'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { hashToken } from '../../foundations/http/tokens.ts'

export type ActivityEvent = {
  type: ActivityEventType
  /** Null where no one is known by the address that was typed; an expression where only PostgreSQL is to know. */
  signup: number | null | Expression<number | null>
  /** From `ipHashOf`; no one's where a job does it. */
  ipHash?: string | undefined
  /** Ids and words of ours, never personal data. */
  payload?: Record<string, unknown>
}

/** Writes the event in the transaction of what it reports. */
export async function writeActivityEvent(db: Db, { type, signup, ipHash, payload = {} }: ActivityEvent): Promise<void> {
  await db.insert('activity_events', {
    type,
    signup_id: signup,
    ip_hash: ipHash ?? null,
    payload: JSON.stringify(payload),
  })
}

/** Returns a hash of the caller's address that shows which events came from one place. */
export function ipHashOf(config: Config, { ip }: Pick<FastifyRequest, 'ip'>): string {
  return hashToken(config, 'address', ip).slice(0, 22)
}
