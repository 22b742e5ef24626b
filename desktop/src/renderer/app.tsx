import { ModalsProvider } from '@mantine/modals'
import { notifyManager, QueryCache, QueryClient, QueryClientProvider, MutationCache } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { InDesktop } from './shell/in-desktop.tsx'
import { HttpError, isWorthRetrying, retryDelayInMs, setProofHandler } from './http.ts'
import { createStaffRouter } from './router.tsx'
import { isDesktop } from './ui/desktop.ts'
import { clearPersonalData, readEmbeddedSession, sessionQuery } from './domain/session/session.ts'
import { hasUnsaved } from './ui/form/unsaved.ts'
import { ThemeProvider } from './ui/theme/theme-provider.tsx'
import { Toasts } from './ui/toasts.tsx'

// Notifies components without delay, so that a button is disabled before the second click of a double click.
notifyManager.setScheduler(queueMicrotask)

const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: goToSignInWhenSignedOut }),
  // A change may affect any page, so all cached replies become stale.
  mutationCache: new MutationCache({
    onError: goToSignInWhenSignedOut,
    onSettled: () => queryClient.invalidateQueries({ refetchType: 'none' }),
  }),
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      // While the server is not ready, `refetchInterval` retries instead.
      retry: (failures, error) => failures < 2 && isWorthRetrying(error) && !retryDelayInMs(error),
      refetchInterval: ({ state }) => retryDelayInMs(state.error) ?? false,
      // A local server works without an internet connection.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

readEmbeddedSession(queryClient)
const router = createStaffRouter(queryClient)
const loadDeferred = () => import('./shell/deferred-parts.tsx')
setProofHandler(async (methods) => (await loadDeferred()).askForProof(methods))

export function App() {
  useLayoutEffect(() => document.querySelector('.opening')?.remove(), [])
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <ModalsProvider modalProps={{ centered: true }}>
          <Toasts />
          <RouterProvider router={router} />
          {/* Not deferred, because a link that starts the app navigates immediately. */}
          {isDesktop() && <InDesktop router={router} onLeave={goToSignIn} />}
        </ModalsProvider>
      </ThemeProvider>
    </QueryClientProvider>
  )
}

function goToSignInWhenSignedOut(error: unknown) {
  if (error instanceof HttpError && error.status === 401) goToSignIn()
}

function goToSignIn() {
  const { pathname, href } = router.state.location
  if (pathname.startsWith('/login')) return
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  const openSignInPage = () =>
    router
      .navigate({ to: '/login', search: { return_to: href }, replace: true })
      .then(() => clearPersonalData(queryClient))
  if (!session || !hasUnsaved()) return void openSignInPage()
  void loadDeferred().then(({ askToSignInAgain }) => askToSignInAgain(session.user.email), openSignInPage)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
