import type { Alumnus } from '@alumni/shared/alumni/record'
import { useLocalStorage } from '@mantine/hooks'
import { useEffect } from 'react'
import { useSession } from '../session/session.ts'
import { parseRecent, recentKey, withRecent, type RecentProfile } from './recent-storage.ts'

/** The profiles that this person has looked at in this browser, the last one first. */
export function useRecentProfiles(): readonly RecentProfile[] {
  return useKept()[0]
}

/** Remembers a profile as looked at. */
export function useRememberRecentProfile(alumnus: Alumnus | undefined): void {
  const [, remember] = useKept()
  const id = alumnus?.buid
  const name = alumnus?.display_name
  useEffect(() => {
    if (id !== undefined) remember((before) => withRecent(parseRecent(before), { id, name: name || 'No name on file' }))
  }, [id, name, remember])
}

function useKept() {
  const { user } = useSession()
  const [kept, keep] = useLocalStorage<readonly RecentProfile[]>({
    key: recentKey(user.id),
    defaultValue: none,
    getInitialValueInEffect: false,
  })
  return [parseRecent(kept), keep] as const
}

const none: readonly RecentProfile[] = []
