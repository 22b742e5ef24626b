import { pathInApp } from './external-url.ts'

/** A permission request of a frame (`from`) in a window showing `page`; `media` lists audio or video. */
type PermissionRequest = { from: string; page: string; media: readonly string[] | undefined }

/** Grants only writing to the clipboard, and the camera for scanning codes at the door of an event. */
export function isGranted(permission: string, { from, page, media = [] }: PermissionRequest): boolean {
  if (pathInApp(from) === undefined) return false
  if (permission === 'clipboard-sanitized-write') return true
  const isDoor = /^\/champion_signups\/events\/\d+\/door(?:[?#]|$)/.test(pathInApp(page) ?? '')
  return permission === 'media' && isDoor && media.length > 0 && media.every((kind) => kind === 'video')
}
