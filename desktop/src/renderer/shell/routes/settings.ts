import { appSignInUrl, welcomePath } from '@alumni/shared/staff/accounts'
import { auditQuery } from '@alumni/shared/staff/audit-log'
import { lettersQuery } from '@alumni/shared/operations/letters'
import { protectionQuery } from '@alumni/shared/operations/protection'
import { usersQuery } from '@alumni/shared/staff/users'
import { listSearch, page } from './base.ts'

export const settingsRoutes = [
  page('/settings', () => import('../section-pages.tsx'), 'SettingsPage'),
  page('/settings/api_keys', () => import('../../staff/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  page(
    '/settings/protection',
    () => import('../../operations/protection/protection-page.tsx'),
    'ProtectionPage',
    protectionQuery.extend({ ...listSearch, limit: protectionQuery.shape.limit.catch(undefined) }),
  ),
  page(
    '/settings/audit_log',
    () => import('../../staff/audit-log/audit-log-page.tsx'),
    'AuditLogPage',
    auditQuery.extend({ q: listSearch.q }),
  ),
  page(
    '/settings/letters',
    () => import('../../operations/health/letters-page.tsx'),
    'LettersPage',
    lettersQuery.extend({ page: listSearch.page }),
  ),
  page('/settings/processes', () => import('../../operations/health/processes-page.tsx'), 'ProcessesPage'),
  page('/settings/releases', () => import('../../operations/health/releases-page.tsx'), 'ReleasesPage'),
  page(
    '/users',
    () => import('../../staff/users/users-page.tsx'),
    'UsersPage',
    usersQuery.extend({
      ...listSearch,
      role: usersQuery.shape.role.catch(undefined),
      state: usersQuery.shape.state.catch(undefined),
      second_factor: usersQuery.shape.second_factor.catch(undefined),
    }),
  ),
  page('/account', () => import('../../staff/account/account-page.tsx'), 'AccountPage'),
  page(appSignInUrl, () => import('../../staff/sign-in/app-sign-in-page.tsx'), 'AppSignInPage'),
  page(welcomePath, () => import('../../staff/account/welcome-page.tsx'), 'WelcomePage'),
] as const
