import type { Role } from '@alumni/shared/staff/accounts'
import type { Db } from '../src/foundations/database/db.ts'
import { hashPassword, isPassword } from '../src/staff/accounts/password-rules.ts'
import { StaffUser } from '../src/staff/accounts/staff-user.ts'

export const demoStaff = [
  { email: 'admin@example.edu', name: 'Ada Lindqvist', role: 'admin', job_title: 'Director of Alumni Relations' },
  {
    email: 'staff@example.edu',
    name: 'Stan Okafor',
    role: 'staff',
    job_title: 'Associate Director of Alumni Relations',
  },
  { email: 'viewer@example.edu', name: 'Vera Castillo', role: 'viewer', job_title: '' },
] as const satisfies { email: string; name: string; role: Role; job_title: string }[]

/** Creates the demo staff or resets their passwords; throws in production. */
export async function ensureDemoStaff(db: Db, password: string): Promise<void> {
  if (process.env.NODE_ENV === 'production')
    throw new Error('There are no demo people in production. Use `npm run create-admin -- EMAIL`.')
  for (const person of demoStaff) {
    const user = await db.entities.findOne(StaffUser, { email: person.email })
    if (user && (await isPassword(password, user.password_hash))) continue
    const password_hash = await hashPassword(password)
    if (user)
      await db.entities.nativeUpdate(
        StaffUser,
        { id: user.id },
        { password_hash, is_active: true, role: person.role, updated_at: new Date() },
      )
    else await db.entities.insert(StaffUser, { ...person, password_hash })
  }
}
