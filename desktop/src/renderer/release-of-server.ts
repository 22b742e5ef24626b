import { compareTags, releaseHeader, releaseTag } from '@alumni/shared/operations/releases'
import { useSyncExternalStore } from 'react'

const releaseOfPage = () => document.querySelector<HTMLMetaElement>(`meta[name="${releaseHeader}"]`)?.content
let newer: string | undefined
const listeners = new Set<() => void>()

/** Told with each reply which release it is of. */
export function hearRelease(tag: string | null): void {
  if (!tag || tag === newer) return
  const known = newer ?? releaseOfPage()
  if (!known || ![tag, known].every((one) => releaseTag.test(one)) || compareTags(tag, known) <= 0) return
  newer = tag
  for (const listener of listeners) listener()
}

/** The release that the server has come to since this page was loaded. */
export function useNewerRelease(): string | undefined {
  return useSyncExternalStore(
    (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    () => newer,
  )
}
