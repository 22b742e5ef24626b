import type { Picture } from '@alumni/shared/publications/cards'
import { photoPath } from '@alumni/shared/publications/photos'

/** Returns the photo for link previews, or a PNG of the drawing, because other sites do not accept SVG. */
export function shareImage({ kind, photo }: Picture): { image: string; imageAlt?: string } {
  return photo ? { image: photoPath(photo.name, 1200), imageAlt: photo.alt } : { image: `/pictures/${kind}.png` }
}
