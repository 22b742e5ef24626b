import type { Picture } from '@alumni/shared/publications/cards'
import { photoPath } from '@alumni/shared/publications/photos'

/** What other sites show beside a link to a page: its photo, or a drawing as an image; they take no SVG. */
export function shareImage({ kind, photo }: Picture): { image: string; imageAlt?: string } {
  return photo ? { image: photoPath(photo.name, 1200), imageAlt: photo.alt } : { image: `/pictures/${kind}.png` }
}
