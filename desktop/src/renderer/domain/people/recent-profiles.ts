import { useLocalStorage } from '@mantine/hooks'
import { useEffect } from 'react'
import { z } from 'zod'
import { useSession } from '../session/session.ts'

export function useRecentProfiles(): readonly RecentProfile[] {
  return useStoredProfiles()[0]
}

export function useRememberRecentProfile(opened: RecentProfile | undefined): void {
  const [, store] = useStoredProfiles()
  const { id, name } = opened ?? {}
  useEffect(() => {
    if (id !== undefined && name !== undefined)
      store((before) => addRecentProfile(parseRecentProfiles(before), { id, name }))
  }, [id, name, store])
}

function useStoredProfiles() {
  const { user } = useSession()
  const [stored, store] = useLocalStorage<readonly RecentProfile[]>({
    key: `${prefix}${user.id}`,
    defaultValue: noProfiles,
    getInitialValueInEffect: false,
  })
  return [parseRecentProfiles(stored), store] as const
}

const noProfiles: readonly RecentProfile[] = []

const recentProfile = z.object({ id: z.string(), name: z.string() })
/** `id` is the BUID. */
export type RecentProfile = z.infer<typeof recentProfile>

const maxProfiles = 8
const prefix = 'recent-profiles:'

export function parseRecentProfiles(stored: unknown): readonly RecentProfile[] {
  return z.array(recentProfile).catch([]).parse(stored)
}

export function addRecentProfile(before: readonly RecentProfile[], profile: RecentProfile): RecentProfile[] {
  return [profile, ...before.filter(({ id }) => id !== profile.id)].slice(0, maxProfiles)
}

/** Removes the recent profiles of all users from this browser. */
export function forgetRecentProfiles(): void {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) localStorage.removeItem(key)
  } catch {
    // Storage is disabled.
  }
}
