import { pictureKinds, type PictureKind } from '@alumni/shared/publications/cards'
import { createContext } from 'svelte'

/** The kinds of drawings that stand on the page already. */
export const [getDrawn, setDrawn] = createContext<Set<PictureKind>>()

/** Kinds that suit anything come first. */
const standIns = [...new Set<PictureKind>(['hills', 'campus', 'coast', 'skyline', 'forest', ...pictureKinds])]

/** Returns `kind`, or another where the page has drawn it; once every kind is on it, they begin anew. */
export function unlikeOthers(drawn: Set<PictureKind>, kind: PictureKind): PictureKind {
  if (drawn.size === pictureKinds.length) drawn.clear()
  const shown = drawn.has(kind) ? standIns.find((each) => !drawn.has(each))! : kind
  drawn.add(shown)
  return shown
}
