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

// A button is disabled before the second click of a double click reaches it.
notifyManager.setScheduler(queueMicrotask)

const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  // A change may show anywhere: all saved replies are requested again where they are next shown.
  mutationCache: new MutationCache({
    onError: leaveWhenSignedOut,
    onSettled: () => queryClient.invalidateQueries({ refetchType: 'none' }),
  }),
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      // A server that is not ready is asked again while the page shows its sentence.
      retry: (failures, error) => failures < 2 && isWorthRetrying(error) && !retryDelayInMs(error),
      refetchInterval: ({ state }) => retryDelayInMs(state.error) ?? false,
      // A local server answers without an internet connection; let the request itself say whether it works.
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
  // The app stands where the frame of the document stood.
  useLayoutEffect(() => document.querySelector('.opening')?.remove(), [])
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <ModalsProvider modalProps={{ centered: true }}>
          <Toasts />
          <RouterProvider router={router} />
          {/* Not loaded later: a link that starts the app leads on before anyone types. */}
          {isDesktop() && <InDesktop router={router} onLeave={leave} />}
        </ModalsProvider>
      </ThemeProvider>
    </QueryClientProvider>
  )
}

function leaveWhenSignedOut(error: unknown) {
  if (error instanceof HttpError && error.status === 401) leave()
}

/** To the sign-in page: whose pages these are is not signed in any more. */
function leave() {
  const { pathname, href } = router.state.location
  if (pathname.startsWith('/login')) return
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  const toSignIn = () =>
    router
      .navigate({ to: '/login', search: { return_to: href }, replace: true })
      .then(() => clearPersonalData(queryClient))
  if (!session || !hasUnsaved()) return void toSignIn()
  void loadDeferred().then(({ askToSignInAgain }) => askToSignInAgain(session.user.email), toSignIn)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
