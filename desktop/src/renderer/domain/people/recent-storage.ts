import { z } from 'zod'

const recentProfile = z.object({ id: z.string(), name: z.string() })
/** `id` is the BUID. */
export type RecentProfile = z.infer<typeof recentProfile>

const maxProfiles = 8
const prefix = 'recent-profiles:'

/** Where the browser keeps whom a staff member has looked at. */
export function recentKey(userId: number): string {
  return `${prefix}${userId}`
}

/** Storage may hold anything. */
export function parseRecent(kept: unknown): readonly RecentProfile[] {
  return z.array(recentProfile).catch([]).parse(kept)
}

/** The newest first, each person once. */
export function withRecent(before: readonly RecentProfile[], profile: RecentProfile): RecentProfile[] {
  return [profile, ...before.filter(({ id }) => id !== profile.id)].slice(0, maxProfiles)
}

/** Whoever signs in next does not see whom this person looked at. */
export function forgetRecentProfiles(): void {
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) localStorage.removeItem(key)
  } catch {
    // Storage is switched off: nothing was kept.
  }
}
