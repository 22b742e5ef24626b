import { foldEmail } from '@alumni/shared/email-address'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { audit } from './audit.ts'
import { createResetLink } from './password-resets.ts'
import { StaffUser } from './staff-user.ts'

/** Makes an active administrator of this address, there already or not. `link` lets them choose their password. */
export async function createAdmin(
  db: Db,
  config: Config,
  address: string,
  name?: string,
): Promise<{ link: string; isNew: boolean }> {
  const email = foldEmail(address)
  return transact(db, async (tx) => {
    const existing = await tx.entities.findOne(StaffUser, { email })
    const user =
      existing ??
      tx.entities.create(StaffUser, { email, name: name || email.split('@')[0]!, role: 'admin', password_hash: null })
    if (existing) Object.assign(existing, { role: 'admin', is_active: true, ...(name ? { name } : {}) })
    await tx.entities.persist(user).flush()
    await audit(tx, null, existing ? 'made administrator' : 'user created', `staff-users/${user.id}`, {
      by: 'create-admin',
      role: 'admin',
    })
    return { link: await createResetLink(tx, config, user), isNew: !existing }
  })
}
