import { toAppPath } from './external-url.ts'

/** `from` is the URL of the requesting frame, `page` the URL of the window. `media` can contain `audio` and `video`. */
type PermissionRequest = { from: string; page: string; media: readonly string[] | undefined }

/** Grants only clipboard writing, and camera access on the page for scanning codes at the door of an event. */
export function isPermissionGranted(permission: string, { from, page, media = [] }: PermissionRequest): boolean {
  if (toAppPath(from) === undefined) return false
  if (permission === 'clipboard-sanitized-write') return true
  const isDoor = /^\/champion_signups\/events\/\d+\/door(?:[?#]|$)/.test(toAppPath(page) ?? '')
  return permission === 'media' && isDoor && media.length > 0 && media.every((kind) => kind === 'video')
}
