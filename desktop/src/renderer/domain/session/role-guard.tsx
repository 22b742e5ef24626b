import { hasRole, type Role } from '@alumni/shared/staff/accounts'
import type { ReactNode } from 'react'
import { ForbiddenPage } from './failed-page.tsx'
import { useSession } from './session.ts'

/** Renders `children` only for users with the role. For pages that request nothing; the server guards all others. */
export function RoleGuard({ role, children }: { role: Role; children: ReactNode }) {
  const { user } = useSession()
  if (hasRole(user.role, role)) return children
  return role === 'staff' ? (
    <ForbiddenPage message="This is open to people whose role is staff only. Ask an administrator if you need it." />
  ) : (
    <ForbiddenPage />
  )
}
