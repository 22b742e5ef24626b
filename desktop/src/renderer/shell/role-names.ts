import type { Role } from '@alumni/shared/staff'

export const roleNames: Record<Role, string> = { viewer: 'Viewer', staff: 'Staff', admin: 'Administrator' }
