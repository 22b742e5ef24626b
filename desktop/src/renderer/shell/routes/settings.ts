import { appSignInUrl, welcomePath } from '@alumni/shared/staff/accounts'
import { auditQuery } from '@alumni/shared/staff/audit-log'
import { lettersQuery } from '@alumni/shared/operations/letters'
import { protectionQuery } from '@alumni/shared/operations/protection'
import { usersQuery } from '@alumni/shared/staff/users'
import { createRoute } from '@tanstack/react-router'
import { loadedLater } from '../../ui/table/loaded-later.ts'
import { listSearch, shell } from './base.ts'

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: loadedLater(() => import('../section-pages.tsx'), 'SettingsPage'),
})

const apiKeys = createRoute({
  getParentRoute: () => shell,
  path: '/settings/api_keys',
  component: loadedLater(() => import('../../staff/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
})

const protection = createRoute({
  getParentRoute: () => shell,
  path: '/settings/protection',
  validateSearch: protectionQuery.extend({ ...listSearch, limit: protectionQuery.shape.limit.catch(undefined) }),
  component: loadedLater(() => import('../../operations/protection/protection-page.tsx'), 'ProtectionPage'),
})

const auditLog = createRoute({
  getParentRoute: () => shell,
  path: '/settings/audit_log',
  validateSearch: auditQuery.extend({ q: listSearch.q }),
  component: loadedLater(() => import('../../staff/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
})

const letters = createRoute({
  getParentRoute: () => shell,
  path: '/settings/letters',
  validateSearch: lettersQuery.extend({ page: listSearch.page }),
  component: loadedLater(() => import('../../operations/health/letters-page.tsx'), 'LettersPage'),
})

const processes = createRoute({
  getParentRoute: () => shell,
  path: '/settings/processes',
  component: loadedLater(() => import('../../operations/health/processes-page.tsx'), 'ProcessesPage'),
})

const releases = createRoute({
  getParentRoute: () => shell,
  path: '/settings/releases',
  component: loadedLater(() => import('../../operations/health/releases-page.tsx'), 'ReleasesPage'),
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
  component: loadedLater(() => import('../../staff/users/users-page.tsx'), 'UsersPage'),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: loadedLater(() => import('../../staff/account/account-page.tsx'), 'AccountPage'),
})

const appSignIn = createRoute({
  getParentRoute: () => shell,
  path: appSignInUrl,
  component: loadedLater(() => import('../../staff/sign-in/app-sign-in-page.tsx'), 'AppSignInPage'),
})

const welcome = createRoute({
  getParentRoute: () => shell,
  path: welcomePath,
  component: loadedLater(() => import('../../staff/account/welcome-page.tsx'), 'WelcomePage'),
})

/** Routes for administrators, and one’s own account. */
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
  appSignIn,
  welcome,
] as const
