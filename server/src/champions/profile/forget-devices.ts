import type { Db } from '../../foundations/database/db.ts'
import { listDevices, revokeDevice } from '../sign-in/devices.ts'

type Why = {
  reason: 'by the champion' | 'by staff' | 'deleted'
  ipHash?: string | undefined
  staff?: number | undefined
}

/** Forgets every device that is remembered for these signups. */
export async function forgetDevices(db: Db, signups: readonly number[], why: Why): Promise<void> {
  for (const { id, signup } of await listDevices(db, signups)) await revokeDevice(db, { signup, device: id, ...why })
}
