import { sessionElement, sessionReply, type SessionReply } from '@alumni/shared/staff/accounts'
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { request } from '../../http.ts'
import { forgetDoorLists } from '../publications/door-store.ts'
import { forgetOrigin } from '../searches/list-origin.ts'
import { storeInstitution } from '../../ui/institution/institution.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await request('/session', sessionReply, { signal })
    storeInstitution(session.institution)
    return session
  },
  // Rarely refetched, because other replies report the end of a session with status 401.
  staleTime: 10 * 60_000,
})

/** Caches the session that the server embeds in the document. The desktop app's document has none. */
export function readEmbeddedSession(queryClient: QueryClient): void {
  const text = document.getElementById(sessionElement)?.textContent
  const { data: session } = sessionReply.safeParse(JSON.parse(text ?? 'null'))
  if (!session) return
  storeInstitution(session.institution)
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

/** Removes the previous user's data. Resets active queries, because they would never load again if removed. */
export function clearPersonalData(queryClient: QueryClient): void {
  forgetDoorLists()
  forgetOrigin()
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.getMutationCache().clear()
  void queryClient.resetQueries()
}

/** Returns the query that loads the session, for the shell itself. Pages in the shell use `useSession`. */
export function useSessionQuery() {
  return useQuery(sessionQuery)
}

export const SessionContext = createContext<SessionReply | null>(null)

/** Throws outside the shell. */
export function useSession(): SessionReply {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is used outside the shell')
  return session
}
