import { auditQuery } from '@alumni/shared/audit-log'
import { lettersQuery } from '@alumni/shared/letters'
import { protectionQuery } from '@alumni/shared/protection'
import { usersQuery } from '@alumni/shared/users'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch, shell } from './base.ts'

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(() => import('../../shell/section-pages.tsx'), 'SettingsPage'),
})

const apiKeys = createRoute({
  getParentRoute: () => shell,
  path: '/settings/api_keys',
  component: lazyRouteComponent(() => import('../../api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
})

const protection = createRoute({
  getParentRoute: () => shell,
  path: '/settings/protection',
  validateSearch: protectionQuery.extend({ ...listSearch, limit: protectionQuery.shape.limit.catch(undefined) }),
  component: lazyRouteComponent(() => import('../../protection/protection-page.tsx'), 'ProtectionPage'),
})

const auditLog = createRoute({
  getParentRoute: () => shell,
  path: '/settings/audit_log',
  validateSearch: auditQuery.extend({ q: listSearch.q }),
  component: lazyRouteComponent(() => import('../../audit-log/audit-log-page.tsx'), 'AuditLogPage'),
})

const letters = createRoute({
  getParentRoute: () => shell,
  path: '/settings/letters',
  validateSearch: lettersQuery.extend({ page: listSearch.page }),
  component: lazyRouteComponent(() => import('../../health/letters-page.tsx'), 'LettersPage'),
})

const processes = createRoute({
  getParentRoute: () => shell,
  path: '/settings/processes',
  component: lazyRouteComponent(() => import('../../health/processes-page.tsx'), 'ProcessesPage'),
})

const releases = createRoute({
  getParentRoute: () => shell,
  path: '/settings/releases',
  component: lazyRouteComponent(() => import('../../health/releases-page.tsx'), 'ReleasesPage'),
})

const users = createRoute({
  getParentRoute: () => shell,
  path: '/users',
  validateSearch: usersQuery.extend({
    ...listSearch,
    role: usersQuery.shape.role.catch(undefined),
    state: usersQuery.shape.state.catch(undefined),
    second_factor: usersQuery.shape.second_factor.catch(undefined),
  }),
  component: lazyRouteComponent(() => import('../../users/users-page.tsx'), 'UsersPage'),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('../../account/account-page.tsx'), 'AccountPage'),
})

/** What administrators look after, and one’s own account. */
export const settingsRoutes = [
  settings,
  apiKeys,
  protection,
  auditLog,
  letters,
  processes,
  releases,
  users,
  account,
] as const
