import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { parsePlainSearch, writePlainSearch } from './plain-search.ts'
import { alumniRoutes } from './shell/routes/alumni.ts'
import { championRoutes } from './shell/routes/champions.ts'
import { exchangeRoutes } from './shell/routes/exchange.ts'
import { door, publicationRoutes } from './shell/routes/publications.ts'
import { settingsRoutes } from './shell/routes/settings.ts'
import { signedOutRoutes } from './shell/routes/signed-out.ts'
import { root, shell } from './shell/routes/base.ts'
import { FailedPage, NotFoundPage } from './domain/session/failed-page.tsx'
import { PageSkeleton } from './ui/page/page-skeleton.tsx'

const unknownPath = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage })

const routes = root.addChildren([
  ...signedOutRoutes,
  door,
  shell.addChildren([
    ...alumniRoutes,
    ...championRoutes,
    ...exchangeRoutes,
    ...publicationRoutes,
    ...settingsRoutes,
    unknownPath,
  ]),
])

/** Creates the staff app's router. Query strings hold plain strings, not the router's default JSON. */
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
    defaultErrorComponent: RouteErrorPage,
    defaultNotFoundComponent: () => <NotFoundPage />,
    notFoundMode: 'fuzzy',
  })
}

function RouteErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  return <FailedPage error={error} onRetry={() => router.invalidate()} />
}
