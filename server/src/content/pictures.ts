import { pictureKinds, type Picture, type PictureKind } from '@alumni/shared/cards'

/** What is drawn beside a record: always the same for it, whatever an old `picture` says. */
export function pictureOf({ picture, slug }: { picture: string; slug: string }): Picture {
  const kind = pictureKinds.find((known) => known === picture) ?? ('campus' satisfies PictureKind)
  return { kind, seed: slug }
}
