import {
  bouncedLettersQuery,
  duplicateEmailsQuery,
  lookAlikesQuery,
  unknownEmployersQuery,
  withoutDegreesQuery,
} from '@alumni/shared/alumni/reports'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch, shell } from './base.ts'

const reports = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports',
  component: lazyRouteComponent(() => import('../../alumni/reports/reports-page.tsx'), 'ReportsPage'),
})

const lookAlikes = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports/look_alikes',
  validateSearch: lookAlikesQuery.extend(listSearch),
  component: lazyRouteComponent(() => import('../../alumni/reports/look-alikes-page.tsx'), 'LookAlikesPage'),
})

const duplicateEmails = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports/duplicate_emails',
  validateSearch: duplicateEmailsQuery.extend(listSearch),
  component: lazyRouteComponent(() => import('../../alumni/reports/duplicate-emails-page.tsx'), 'DuplicateEmailsPage'),
})

const unknownEmployers = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports/unknown_employers',
  validateSearch: unknownEmployersQuery.extend(listSearch),
  component: lazyRouteComponent(
    () => import('../../alumni/reports/unknown-employers-page.tsx'),
    'UnknownEmployersPage',
  ),
})

const bouncedLetters = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports/bounced_letters',
  validateSearch: bouncedLettersQuery.extend(listSearch),
  component: lazyRouteComponent(() => import('../../alumni/reports/bounced-letters-page.tsx'), 'BouncedLettersPage'),
})

const alumniWithoutDegrees = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports/alumni_without_degrees',
  validateSearch: withoutDegreesQuery.extend(listSearch),
  component: lazyRouteComponent(
    () => import('../../alumni/reports/alumni-without-degrees-page.tsx'),
    'AlumniWithoutDegreesPage',
  ),
})

/** What needs a look. */
export const reportRoutes = [
  reports,
  lookAlikes,
  duplicateEmails,
  unknownEmployers,
  bouncedLetters,
  alumniWithoutDegrees,
] as const
