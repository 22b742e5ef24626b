import { pathInApp } from './outside.ts'

/** A request: `from` is an address or origin, `page` what the window shows, `media` what it asks of a camera. */
type Asking = { from: string; page: string; media: readonly string[] | undefined }

/**
 * Copying is what people ask for by pressing a button; the camera, without sound, reads codes at the door of an event.
 * Nothing else is given.
 */
export function isGranted(permission: string, { from, page, media = [] }: Asking): boolean {
  if (pathInApp(from) === undefined) return false
  if (permission === 'clipboard-sanitized-write') return true
  const isDoor = /^\/champion_signups\/events\/\d+\/door(?:[?#]|$)/.test(pathInApp(page) ?? '')
  return permission === 'media' && isDoor && media.length > 0 && media.every((kind) => kind === 'video')
}
