import { hasRole, type Role } from '@alumni/shared/staff'
import type { ReactNode } from 'react'
import { ForbiddenPage } from './failed-page.tsx'
import { useSession } from './session.ts'

/** Keeps people without the role out of a page that asks the server nothing; the server guards the others. */
export function RequireRole({ role, children }: { role: Role; children: ReactNode }) {
  const { user } = useSession()
  return hasRole(user.role, role) ? children : <ForbiddenPage />
}
