import { pictureKinds, type Picture, type PictureKind } from '@alumni/shared/publications/cards'

type Shown = { picture: string; slug: string; photo: string | null; photo_alt: string }

/**
 * The photo beside a record, or what is drawn for it, whatever an old `picture` says. Where a page has drawn that kind
 * already, it draws another.
 */
export function pictureOf({ picture, slug, photo, photo_alt }: Shown): Picture {
  const kind = pictureKinds.find((known) => known === picture) ?? ('campus' satisfies PictureKind)
  return { kind, seed: slug, photo: photo === null ? null : { name: photo, alt: photo_alt } }
}
