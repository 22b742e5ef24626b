import { compareTags, releaseHeader, releaseTag } from '@alumni/shared/operations/releases'

let newer: string | undefined
const listeners = new Set<() => void>()

/** Receives the release of each reply; a thread has no page, and offers nothing. */
export function recordRelease(tag: string | null): void {
  if (!tag || tag === newer) return
  const ofPage = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${releaseHeader}"]`)?.content
  const known = newer ?? ofPage
  if (!known || ![tag, known].every((one) => releaseTag.test(one)) || compareTags(tag, known) <= 0) return
  newer = tag
  for (const listener of listeners) listener()
}

/** The release that the server has come to since this page was loaded. */
export const newerRelease = {
  read: () => newer,
  subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
}
