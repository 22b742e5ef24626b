import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { forgetRecentProfiles } from '../domain/people/recent-profiles.ts'
import { post } from '../http.ts'
import { clearPersonalData } from '../domain/session/session.ts'

/** Returns a function that signs out, opens the sign-in page and removes personal data. Throws if the request fails. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    const restorePreferences = readPreferences()
    await post('/logout', z.unknown(), {})
    restorePreferences()
    forgetRecentProfiles()
    await navigate({ to: '/login' })
    // A component that was rendered in the meantime may have stored a profile again.
    forgetRecentProfiles()
    clearPersonalData(queryClient)
  }
}

/** Matches the storage keys of display preferences, which contain no personal data. */
const preferenceKeys = /^(mantine-color-scheme-value|institution|rail-narrow|rail-narrow-tablet|[a-z]+-columns)$/

function readPreferences(): () => void {
  const stored = Object.entries(localStorage).filter(([key]) => preferenceKeys.test(key))
  return () => {
    for (const [key, value] of stored) localStorage.setItem(key, String(value))
  }
}
