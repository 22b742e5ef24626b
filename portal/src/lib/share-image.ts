import type { Picture } from '@alumni/shared/publications/cards'
import { photoPath } from '@alumni/shared/publications/photos'

/**
 * Returns the image for link previews and its alternative text: the photo, or else a PNG of the drawing, because other
 * sites do not accept SVG.
 */
export function shareImage({ kind, photo }: Picture): { image: string; imageAlt?: string } {
  return photo ? { image: photoPath(photo.name, 1200), imageAlt: photo.alt } : { image: `/pictures/${kind}.png` }
}
