import type { EntityManager } from '../../foundations/database/orm.ts'
import { listDevices, revokeDevice } from '../sign-in/devices.ts'

type Why = {
  reason: 'by the champion' | 'by staff' | 'deleted'
  ipHash?: string | undefined
  staff?: number | undefined
}

/** Forgets every device that is remembered for these signups. */
export async function forgetDevices(em: EntityManager, signups: readonly number[], why: Why): Promise<void> {
  for (const { id, signup } of await listDevices(em, signups)) await revokeDevice(em, { signup, device: id, ...why })
}
