import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { forgetRecentProfiles } from '../domain/people/recent-profiles.ts'
import { request } from '../http.ts'
import { forgetAnswers } from '../domain/session/session.ts'
import { rememberLooks } from './looks.ts'

/** Ends the session on the server and forgets what was shown. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    const restoreLooks = rememberLooks()
    await request('/logout', z.unknown(), { method: 'POST', body: {} })
    restoreLooks()
    forgetRecentProfiles()
    await navigate({ to: '/login' })
    forgetAnswers(queryClient)
  }
}
