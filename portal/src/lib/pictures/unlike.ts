import { pictureKinds, type PictureKind } from '@alumni/shared/publications/cards'
import { createContext } from 'svelte'

/** The kinds of drawings that stand on the page already. */
export const [getDrawn, setDrawn] = createContext<Set<PictureKind>>()

/** Those that suit anything stand in first. */
const standIns = [...new Set<PictureKind>(['hills', 'campus', 'coast', 'skyline', 'forest', ...pictureKinds])]

/** What to draw for `kind`, unlike all that the page has drawn; where every kind is on it, they begin anew. */
export function unlikeOthers(drawn: Set<PictureKind>, kind: PictureKind): PictureKind {
  if (drawn.size === pictureKinds.length) drawn.clear()
  const shown = drawn.has(kind) ? standIns.find((each) => !drawn.has(each))! : kind
  drawn.add(shown)
  return shown
}
