import { hasRole, type Role } from '@alumni/shared/staff/accounts'
import type { ReactNode } from 'react'
import { ForbiddenPage } from './failed-page.tsx'
import { useSession } from './session.ts'

/** For pages that request nothing from the server, which guards all other pages. */
export function RoleGuard({ role, children }: { role: Role; children: ReactNode }) {
  const { user } = useSession()
  if (hasRole(user.role, role)) return children
  return role === 'staff' ? (
    <ForbiddenPage message="This is open to people whose role is staff only. Ask an administrator if you need it." />
  ) : (
    <ForbiddenPage />
  )
}
