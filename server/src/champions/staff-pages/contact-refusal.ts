import { emailBlockerOf } from '@alumni/shared/champions/contact-preferences'
import { contactRefusals, type ContactRefusal } from '@alumni/shared/champions/staff-page'
import type { Db } from '../../foundations/database/db.ts'

/** Returns the strongest reason not to write to an alumnus, such as `deceased`, or null. */
export async function contactRefusalOf(db: Db, buid: string | null): Promise<ContactRefusal | null> {
  if (buid === null) return null
  const alumnus = await db.find('alumni', contactRefusals, { buid })
  return alumnus ? emailBlockerOf(alumnus) : null
}
