import { sessionReply, type SessionReply } from '@alumni/shared/staff'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import { z } from 'zod'
import { forgetRecentProfiles } from '../alumni/recent-storage.ts'
import { request } from '../http.ts'
import { rememberInstitution } from './institution.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await request('/session', sessionReply, { signal })
    rememberInstitution(session.institution)
    return session
  },
  // A session that has ended is told by any other reply.
  staleTime: 10 * 60_000,
})

export function useSessionQuery() {
  return useQuery(sessionQuery)
}

export const SessionContext = createContext<SessionReply | null>(null)

/** The person who is signed in. Only inside the shell. */
export function useSession(): SessionReply {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is used outside the shell')
  return session
}

/** Ends the session on the server and forgets what was shown. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await request('/logout', z.unknown(), { method: 'POST', body: {} })
    forgetRecentProfiles()
    await navigate({ to: '/login' })
    queryClient.clear()
  }
}
