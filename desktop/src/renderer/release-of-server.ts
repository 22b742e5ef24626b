import { compareTags, releaseHeader, releaseTag } from '@alumni/shared/operations/releases'
import { useSyncExternalStore } from 'react'

const ofPage = document.querySelector<HTMLMetaElement>(`meta[name="${releaseHeader}"]`)?.content
let newer: string | undefined
const listeners = new Set<() => void>()

/** Told with each reply which release it is of. */
export function hearRelease(tag: string | null): void {
  if (!tag || !ofPage || tag === newer || ![tag, ofPage].every((one) => releaseTag.test(one))) return
  if (compareTags(tag, newer ?? ofPage) <= 0) return
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
