import type { Card } from '@alumni/shared/content'
import { pictureKinds, type PictureKind } from '@alumni/shared/pictures'

/** What is drawn beside a record: always the same for it, whatever an old `picture` says. */
export function pictureOf({ picture, slug }: { picture: string; slug: string }): Card['picture'] {
  const kind = pictureKinds.find((known) => known === picture) ?? ('campus' satisfies PictureKind)
  return { kind, seed: slug }
}
