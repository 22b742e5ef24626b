import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter } from '@tanstack/react-router'
import { parsePlainSearch, writePlainSearch } from './plain-search.ts'
import { alumniRoutes } from './shell/routes/alumni.ts'
import { championRoutes } from './shell/routes/champions.ts'
import { importRoutes } from './shell/routes/imports.ts'
import { publicationRoutes } from './shell/routes/publications.ts'
import { reportRoutes } from './shell/routes/reports.ts'
import { settingsRoutes } from './shell/routes/settings.ts'
import { signedOutRoutes } from './shell/routes/signed-out.ts'
import { toolRoutes } from './shell/routes/tools.ts'
import { vocabularyRoutes } from './shell/routes/vocabulary.ts'
import { root, shell } from './shell/routes/base.ts'
import { FailedPage, NotFoundPage } from './domain/session/failed-page.tsx'
import { PageSkeleton } from './ui/page-skeleton.tsx'

const anywhereElse = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage })

/** A section declares its routes in a file of its own. */
const routes = root.addChildren([
  ...signedOutRoutes,
  shell.addChildren([
    ...alumniRoutes,
    ...championRoutes,
    ...publicationRoutes,
    ...toolRoutes,
    ...importRoutes,
    ...reportRoutes,
    ...vocabularyRoutes,
    ...settingsRoutes,
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
