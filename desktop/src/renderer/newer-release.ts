import { compareTags, releaseHeader, releaseTag } from '@alumni/shared/operations/releases'

let newer: string | undefined
const listeners = new Set<() => void>()

/** Records the release of a reply if it is newer than the page's. Does nothing in web workers, which have no page. */
export function recordRelease(tag: string | null): void {
  if (!tag || tag === newer) return
  const pageRelease = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${releaseHeader}"]`)?.content
  const known = newer ?? pageRelease
  if (!known || ![tag, known].every((each) => releaseTag.test(each)) || compareTags(tag, known) <= 0) return
  newer = tag
  for (const listener of listeners) listener()
}

export const newerRelease = {
  read: () => newer,
  subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
}
