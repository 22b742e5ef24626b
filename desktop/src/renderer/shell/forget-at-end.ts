import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { forgetRecentProfiles } from '../domain/people/recent-profiles.ts'
import { sessionQuery } from '../domain/session/session.ts'
import { callDesktop } from '../ui/desktop.ts'

/** Forgets the names of opened people with a session that ends with the app. It stands from the first moment. */
export function ForgetAtEnd(): null {
  const queryClient = useQueryClient()
  useEffect(() => {
    let outlivesTheApp = false
    void callDesktop('connection.read', null).then(({ keeping }) => (outlivesTheApp = keeping === 'kept'))
    const end = () => {
      if (!outlivesTheApp || !queryClient.getQueryData(sessionQuery.queryKey)) forgetRecentProfiles()
    }
    addEventListener('pagehide', end)
    return () => removeEventListener('pagehide', end)
  }, [queryClient])
  return null
}
