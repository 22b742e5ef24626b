import { auditQuery } from '@alumni/shared/audit-log'
import { catalogQuery } from '@alumni/shared/catalog'
import { conflictsQuery, crmChangesQuery } from '@alumni/shared/crm'
import { givingQuery } from '@alumni/shared/giving'
import { importRowsQuery, importType } from '@alumni/shared/imports'
import { lettersQuery } from '@alumni/shared/letters'
import { protectionQuery } from '@alumni/shared/protection'
import {
  bouncedLettersQuery,
  duplicateEmailsQuery,
  lookAlikesQuery,
  unknownEmployersQuery,
  withoutDegreesQuery,
} from '@alumni/shared/reports'
import { duplicatesQuery, mergesQuery } from '@alumni/shared/signup-merges'
import { localPath } from '@alumni/shared/staff'
import { contentQuery } from '@alumni/shared/staff-content'
import { rsvpsQuery, staffEventsQuery } from '@alumni/shared/staff-events'
import { responsesQuery, staffOpportunitiesQuery } from '@alumni/shared/staff-opportunities'
import { usersQuery } from '@alumni/shared/users'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { z } from 'zod'
import { readSearchWords } from './alumni-search/search-words.ts'
import { readSignupWords } from './champion-signups/signup-words.ts'
import { isDesktop } from './ui/desktop.ts'
import { FailedPage, NotFoundPage } from './ui/failed-page.tsx'
import { PageSkeleton } from './ui/page-skeleton.tsx'
import { sessionQuery } from './ui/session.ts'
import { Shell } from './shell/shell.tsx'
import { statisticsSearch } from './engagement-stats/filters.ts'
import { parsePlainSearch, writePlainSearch } from './plain-search.ts'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({})

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/alumni_search', replace: true })
  },
})

const returnTo = z
  .string()
  .optional()
  .transform((path) => (path === undefined ? undefined : localPath(path)))
const connection = createRoute({
  getParentRoute: () => root,
  path: '/connection',
  beforeLoad: () => {
    if (!isDesktop()) throw notFound()
  },
  component: lazyRouteComponent(() => import('./connection/connection-page.tsx'), 'ConnectionPage'),
})
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: z.object({
    return_to: returnTo,
    refused: z.literal('google').optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('./staff/login-page.tsx'), 'LoginPage'),
})
const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/login/second-factor',
  validateSearch: z.object({ return_to: returnTo }),
  component: lazyRouteComponent(() => import('./staff/second-factor-page.tsx'), 'SecondFactorPage'),
})
const passwordResets = createRoute({
  getParentRoute: () => root,
  path: '/password-resets',
  component: lazyRouteComponent(() => import('./staff/password-reset-page.tsx'), 'PasswordResetPage'),
})
const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/password-resets/$token',
  component: lazyRouteComponent(() => import('./staff/new-password-page.tsx'), 'NewPasswordPage'),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  // Begins with the code of the page, not after it.
  loader: ({ context }) => void context.queryClient.prefetchQuery(sessionQuery),
  component: Shell,
})
const search = createRoute({
  getParentRoute: () => shell,
  path: '/alumni_search',
  validateSearch: readSearchWords,
  component: lazyRouteComponent(() => import('./alumni-search/search-page.tsx'), 'SearchPage'),
})
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyRouteComponent(() => import('./shell/section-pages.tsx'), 'SettingsPage'),
})
const imports = createRoute({
  getParentRoute: () => shell,
  path: '/settings/imports',
  component: lazyRouteComponent(() => import('./imports/hub-page.tsx'), 'ImportHubPage'),
})

function knownType({ type }: { type: string }) {
  if (!importType.safeParse(type).success) throw notFound()
}
function knownId({ id }: { id: string }) {
  if (!/^\d{1,10}$/.test(id)) throw notFound()
}
/** What an address says of a list; what makes no sense is left out. */
const listSearch = {
  q: importRowsQuery.shape.q.catch(undefined).transform((q) => q || undefined),
  page: importRowsQuery.shape.page.catch(1),
}
const historySearch = z.object({ page: listSearch.page })
const importOfType = createRoute({
  getParentRoute: () => shell,
  path: '/settings/imports/$type',
  beforeLoad: ({ params }) => knownType(params),
  validateSearch: historySearch,
  component: lazyRouteComponent(() => import('./imports/type-page.tsx'), 'ImportTypePage'),
})
const batch = createRoute({
  getParentRoute: () => shell,
  path: '/settings/imports/$type/batches/$id',
  beforeLoad: ({ params }) => {
    knownType(params)
    knownId(params)
  },
  validateSearch: importRowsQuery.extend(listSearch),
  component: lazyRouteComponent(() => import('./imports/batch-page.tsx'), 'ImportBatchPage'),
})
const alumnus = createRoute({
  getParentRoute: () => shell,
  path: '/alumni/$id',
  validateSearch: z.object({
    activity: z.string().max(100).optional().catch(undefined),
    year: z.coerce.number().int().min(2).max(9998).optional().catch(undefined),
    page: z.coerce.number().int().min(2).max(1_000_000).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('./alumni/alumnus-page.tsx'), 'AlumnusPage'),
})

const conflicts = createRoute({
  getParentRoute: () => shell,
  path: '/settings/crm/conflicts',
  validateSearch: conflictsQuery.extend({
    ...listSearch,
    state: conflictsQuery.shape.state.unwrap().optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('./crm/conflicts-page.tsx'), 'ConflictsPage'),
})
const crmChanges = createRoute({
  getParentRoute: () => shell,
  path: '/settings/crm/crm_changes',
  validateSearch: crmChangesQuery.extend(listSearch),
  component: lazyRouteComponent(() => import('./crm/changes-page.tsx'), 'ChangesPage'),
})
const reports = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports',
  component: lazyRouteComponent(() => import('./reports/reports-page.tsx'), 'ReportsPage'),
})
const lookAlikes = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports/look_alikes',
  validateSearch: lookAlikesQuery.extend(listSearch),
  component: lazyRouteComponent(() => import('./reports/look-alikes-page.tsx'), 'LookAlikesPage'),
})
const duplicateEmails = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports/duplicate_emails',
  validateSearch: duplicateEmailsQuery.extend(listSearch),
  component: lazyRouteComponent(() => import('./reports/duplicate-emails-page.tsx'), 'DuplicateEmailsPage'),
})
const unknownEmployers = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports/unknown_employers',
  validateSearch: unknownEmployersQuery.extend(listSearch),
  component: lazyRouteComponent(() => import('./reports/unknown-employers-page.tsx'), 'UnknownEmployersPage'),
})
const bouncedLetters = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports/bounced_letters',
  validateSearch: bouncedLettersQuery.extend(listSearch),
  component: lazyRouteComponent(() => import('./reports/bounced-letters-page.tsx'), 'BouncedLettersPage'),
})
const alumniWithoutDegrees = createRoute({
  getParentRoute: () => shell,
  path: '/settings/reports/alumni_without_degrees',
  validateSearch: withoutDegreesQuery.extend(listSearch),
  component: lazyRouteComponent(() => import('./reports/alumni-without-degrees-page.tsx'), 'AlumniWithoutDegreesPage'),
})
const statistics = createRoute({
  getParentRoute: () => shell,
  path: '/engagement_stats',
  validateSearch: statisticsSearch,
  component: lazyRouteComponent(() => import('./engagement-stats/statistics-page.tsx'), 'StatisticsPage'),
})
const apiKeys = createRoute({
  getParentRoute: () => shell,
  path: '/settings/api_keys',
  component: lazyRouteComponent(() => import('./api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
})
const tools = createRoute({
  getParentRoute: () => shell,
  path: '/tools',
  component: lazyRouteComponent(() => import('./shell/section-pages.tsx'), 'ToolsPage'),
})
const batchSearch = createRoute({
  getParentRoute: () => shell,
  path: '/tools/batch_search',
  component: lazyRouteComponent(() => import('./batch-search/batch-search-page.tsx'), 'BatchSearchPage'),
})
const eventConverter = createRoute({
  getParentRoute: () => shell,
  path: '/tools/event_converter',
  component: lazyRouteComponent(() => import('./event-converter/event-converter-page.tsx'), 'EventConverterPage'),
})
/** What an address says of a list of the vocabulary. */
const catalogSearch = catalogQuery.extend({
  ...listSearch,
  college: catalogQuery.shape.college.catch(undefined),
  category: catalogQuery.shape.category.catch(undefined),
  active: catalogQuery.shape.active.catch(undefined),
})
const vocabulary = { validateSearch: catalogSearch }
const majors = createRoute({
  getParentRoute: () => shell,
  path: '/settings/majors',
  ...vocabulary,
  component: lazyRouteComponent(() => import('./catalog/pages.tsx'), 'MajorsPage'),
})
const affinities = createRoute({
  getParentRoute: () => shell,
  path: '/settings/affinities',
  ...vocabulary,
  component: lazyRouteComponent(() => import('./catalog/pages.tsx'), 'AffinitiesPage'),
})
const activityCodes = createRoute({
  getParentRoute: () => shell,
  path: '/settings/activity_codes',
  ...vocabulary,
  component: lazyRouteComponent(() => import('./catalog/pages.tsx'), 'ActivityCodesPage'),
})
const colleges = createRoute({
  getParentRoute: () => shell,
  path: '/settings/colleges',
  ...vocabulary,
  component: lazyRouteComponent(() => import('./catalog/pages.tsx'), 'CollegesPage'),
})
const protection = createRoute({
  getParentRoute: () => shell,
  path: '/settings/protection',
  validateSearch: protectionQuery.extend({ ...listSearch, limit: protectionQuery.shape.limit.catch(undefined) }),
  component: lazyRouteComponent(() => import('./protection/protection-page.tsx'), 'ProtectionPage'),
})
const championSignups = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups',
  validateSearch: readSignupWords,
  component: lazyRouteComponent(() => import('./champion-signups/signups-page.tsx'), 'SignupsPage'),
})
const championSignup = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/$id',
  beforeLoad: ({ params }) => knownId(params),
  component: lazyRouteComponent(() => import('./champion-signup/signup-page.tsx'), 'SignupPage'),
})
const duplicates = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/duplicates',
  validateSearch: duplicatesQuery.extend({ ...listSearch, ids: z.string().max(100).optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('./signup-merges/duplicates-page.tsx'), 'DuplicatesPage'),
})
const merges = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/merges',
  validateSearch: mergesQuery.extend(listSearch),
  component: lazyRouteComponent(() => import('./signup-merges/merges-page.tsx'), 'MergesPage'),
})
const merge = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/merges/$id',
  beforeLoad: ({ params }) => knownId(params),
  component: lazyRouteComponent(() => import('./signup-merges/merge-page.tsx'), 'MergePage'),
})
const opportunities = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/opportunities',
  validateSearch: staffOpportunitiesQuery.extend(listSearch),
  component: lazyRouteComponent(() => import('./opportunities/opportunities-page.tsx'), 'OpportunitiesPage'),
})
const opportunity = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/opportunities/$id',
  beforeLoad: ({ params }) => knownId(params),
  validateSearch: responsesQuery.extend(listSearch),
  component: lazyRouteComponent(() => import('./opportunities/opportunity-page.tsx'), 'OpportunityPage'),
})
/** What is written anew may begin as a copy of something. */
const newSearch = z.object({ copy: z.coerce.number().int().min(1).optional().catch(undefined) })
const newOpportunity = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/opportunities/new',
  validateSearch: newSearch,
  component: lazyRouteComponent(() => import('./opportunities/opportunity-form-page.tsx'), 'NewOpportunityPage'),
})
const editOpportunity = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/opportunities/$id/edit',
  beforeLoad: ({ params }) => knownId(params),
  component: lazyRouteComponent(() => import('./opportunities/opportunity-form-page.tsx'), 'EditOpportunityPage'),
})
const events = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/events',
  validateSearch: staffEventsQuery.extend(listSearch),
  component: lazyRouteComponent(() => import('./events/events-page.tsx'), 'EventsPage'),
})
const event = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/events/$id',
  beforeLoad: ({ params }) => knownId(params),
  validateSearch: rsvpsQuery.extend(listSearch),
  component: lazyRouteComponent(() => import('./events/event-page.tsx'), 'EventPage'),
})
const newEvent = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/events/new',
  validateSearch: newSearch,
  component: lazyRouteComponent(() => import('./events/event-form-page.tsx'), 'NewEventPage'),
})
const editEvent = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/events/$id/edit',
  beforeLoad: ({ params }) => knownId(params),
  component: lazyRouteComponent(() => import('./events/event-form-page.tsx'), 'EditEventPage'),
})
const checkIn = createRoute({
  getParentRoute: () => shell,
  path: '/champion_signups/events/$id/check_in',
  beforeLoad: ({ params }) => knownId(params),
  component: lazyRouteComponent(() => import('./events/check-in-page.tsx'), 'CheckInPage'),
})
const content = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content',
  component: lazyRouteComponent(() => import('./shell/section-pages.tsx'), 'ContentPage'),
})
const contentSearch = contentQuery.extend(listSearch)
const communities = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/communities',
  validateSearch: contentSearch,
  component: lazyRouteComponent(() => import('./content/communities-page.tsx'), 'CommunitiesPage'),
})
const community = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/communities/$id',
  beforeLoad: ({ params }) => knownId(params),
  component: lazyRouteComponent(() => import('./content/community-page.tsx'), 'CommunityPage'),
})
const newCommunity = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/communities/new',
  validateSearch: newSearch,
  component: lazyRouteComponent(() => import('./content/community-form-page.tsx'), 'NewCommunityPage'),
})
const editCommunity = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/communities/$id/edit',
  beforeLoad: ({ params }) => knownId(params),
  component: lazyRouteComponent(() => import('./content/community-form-page.tsx'), 'EditCommunityPage'),
})
const news = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/news',
  validateSearch: contentSearch,
  component: lazyRouteComponent(() => import('./content/news-page.tsx'), 'NewsPage'),
})
const newsItem = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/news/$id',
  beforeLoad: ({ params }) => knownId(params),
  component: lazyRouteComponent(() => import('./content/news-item-page.tsx'), 'NewsItemPage'),
})
const newNews = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/news/new',
  validateSearch: newSearch,
  component: lazyRouteComponent(() => import('./content/news-form-page.tsx'), 'NewNewsPage'),
})
const editNews = createRoute({
  getParentRoute: () => shell,
  path: '/settings/content/news/$id/edit',
  beforeLoad: ({ params }) => knownId(params),
  component: lazyRouteComponent(() => import('./content/news-form-page.tsx'), 'EditNewsPage'),
})
const givingImport = createRoute({
  getParentRoute: () => shell,
  path: '/settings/engagement_activities/import_giving',
  validateSearch: z.object({
    preview_id: givingQuery.shape.preview_id.catch(undefined),
    page: listSearch.page,
  }),
  component: lazyRouteComponent(() => import('./giving/giving-page.tsx'), 'GivingPage'),
})
const auditLog = createRoute({
  getParentRoute: () => shell,
  path: '/settings/audit_log',
  validateSearch: auditQuery.extend({ q: listSearch.q }),
  component: lazyRouteComponent(() => import('./audit-log/audit-log-page.tsx'), 'AuditLogPage'),
})
const letters = createRoute({
  getParentRoute: () => shell,
  path: '/settings/letters',
  validateSearch: lettersQuery.extend({ page: listSearch.page }),
  component: lazyRouteComponent(() => import('./health/letters-page.tsx'), 'LettersPage'),
})
const processes = createRoute({
  getParentRoute: () => shell,
  path: '/settings/processes',
  component: lazyRouteComponent(() => import('./health/processes-page.tsx'), 'ProcessesPage'),
})
const releases = createRoute({
  getParentRoute: () => shell,
  path: '/settings/releases',
  component: lazyRouteComponent(() => import('./health/releases-page.tsx'), 'ReleasesPage'),
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
  component: lazyRouteComponent(() => import('./users/users-page.tsx'), 'UsersPage'),
})
const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
})
const anywhereElse = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage })

const routes = root.addChildren([
  start,
  connection,
  login,
  secondFactor,
  passwordResets,
  newPassword,
  shell.addChildren([
    search,
    settings,
    imports,
    importOfType,
    batch,
    alumnus,
    conflicts,
    crmChanges,
    reports,
    lookAlikes,
    duplicateEmails,
    unknownEmployers,
    bouncedLetters,
    alumniWithoutDegrees,
    statistics,
    apiKeys,
    tools,
    batchSearch,
    eventConverter,
    majors,
    affinities,
    activityCodes,
    colleges,
    protection,
    championSignups,
    championSignup,
    duplicates,
    merges,
    merge,
    opportunities,
    opportunity,
    newOpportunity,
    editOpportunity,
    events,
    event,
    newEvent,
    editEvent,
    checkIn,
    content,
    communities,
    community,
    newCommunity,
    editCommunity,
    news,
    newsItem,
    newNews,
    editNews,
    givingImport,
    auditLog,
    letters,
    processes,
    releases,
    users,
    account,
    anywhereElse,
  ]),
])

export function createStaffRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: routes,
    context: { queryClient },
    parseSearch: parsePlainSearch,
    stringifySearch: writePlainSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ({ error, reset }) => <FailedPage error={error} onRetry={reset} />,
    defaultNotFoundComponent: () => <NotFoundPage />,
    notFoundMode: 'fuzzy',
  })
}
