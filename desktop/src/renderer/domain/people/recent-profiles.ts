import { useLocalStorage } from '@mantine/hooks'
import { useEffect } from 'react'
import { z } from 'zod'
import { useSession } from '../session/session.ts'

/** The profiles that this person has opened in this browser, the last one first. */
export function useRecentProfiles(): readonly RecentProfile[] {
  return useStoredProfiles()[0]
}

export function useRememberRecentProfile(opened: RecentProfile | undefined): void {
  const [, remember] = useStoredProfiles()
  const { id, name } = opened ?? {}
  useEffect(() => {
    if (id !== undefined && name !== undefined) remember((before) => withRecent(parseRecent(before), { id, name }))
  }, [id, name, remember])
}

function useStoredProfiles() {
  const { user } = useSession()
  const [stored, store] = useLocalStorage<readonly RecentProfile[]>({
    key: recentKey(user.id),
    defaultValue: none,
    getInitialValueInEffect: false,
  })
  return [parseRecent(stored), store] as const
}

const none: readonly RecentProfile[] = []

const recentProfile = z.object({ id: z.string(), name: z.string() })
/** `id` is the BUID. */
export type RecentProfile = z.infer<typeof recentProfile>

const maxProfiles = 8
const prefix = 'recent-profiles:'

/** The entry of local storage with the profiles that a staff member has opened. */
function recentKey(userId: number): string {
  return `${prefix}${userId}`
}

/** Storage may hold anything. */
export function parseRecent(stored: unknown): readonly RecentProfile[] {
  return z.array(recentProfile).catch([]).parse(stored)
}

/** The newest first, each person once. */
export function withRecent(before: readonly RecentProfile[], profile: RecentProfile): RecentProfile[] {
  return [profile, ...before.filter(({ id }) => id !== profile.id)].slice(0, maxProfiles)
}

/** Whoever signs in next does not see which profiles this person opened. */
export function forgetRecentProfiles(): void {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) localStorage.removeItem(key)
  } catch {
    // Storage is switched off: nothing was stored.
  }
}
