import type { Role } from '@alumni/shared/staff/accounts'

export const roleNames: Record<Role, string> = { viewer: 'Viewer', staff: 'Staff', admin: 'Administrator' }

export const roleDescriptions: Record<Role, string> = {
  viewer: 'Searches alumni, opens profiles and statistics.',
  staff: 'Also works with champions and the tools.',
  admin: 'Also manages settings, users, imports and API keys.',
}
