import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { forgetRecentProfiles } from '../domain/people/recent-profiles.ts'
import { post } from '../http.ts'
import { clearPersonalData } from '../domain/session/session.ts'

/** Ends the session on the server and forgets what was shown. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    const restoreLooks = rememberLooks()
    await post('/logout', z.unknown(), {})
    restoreLooks()
    forgetRecentProfiles()
    await navigate({ to: '/login' })
    forgetRecentProfiles() // a part of the page that had only just come writes its own again
    clearPersonalData(queryClient)
  }
}

/** How the app and its tables look: of the person's own choice, and no secret. */
const looks = /^(mantine-color-scheme-value|institution|rail-narrow|rail-narrow-tablet|[a-z]+-columns)$/

/** Reads them; the function that it returns restores them after the desktop app has cleared all storage. */
function rememberLooks(): () => void {
  const stored = Object.entries(localStorage).filter(([key]) => looks.test(key))
  return () => {
    for (const [key, value] of stored) localStorage.setItem(key, String(value))
  }
}
