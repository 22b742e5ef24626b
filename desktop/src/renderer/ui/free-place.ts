export type Box = { left: number; right: number; top: number; bottom: number }
type Size = { width: number; height: number }

const margin = 16
const gap = 12

/**
 * Where a toast of this size covers no box: in the middle of the bottom if it can, else as near to that as there is
 * room. Where no place is free, the one that covers fewest.
 */
export function freePlace(boxes: readonly Box[], size: Size, room: Box): Box {
  const near = boxes
    .filter((box) => box.bottom > room.top && box.top < room.bottom && box.right > box.left)
    .map(({ left, right, top, bottom }) => ({
      left: left - gap,
      right: right + gap,
      top: top - gap,
      bottom: bottom + gap,
    }))
  const middle = (room.left + room.right - size.width) / 2
  const lefts = new Set([middle, ...near.flatMap(({ left, right }) => [right, left - size.width])])
  const bottoms = new Set([room.bottom - margin, ...near.map(({ top }) => top)])
  const places = [...bottoms].flatMap((bottom) => [...lefts].map((left) => placeAt(left, bottom, size)))
  const distance = ({ left, bottom }: Box) => room.bottom - bottom + Math.abs(left - middle) / 2
  let best = { place: placeAt(middle, room.bottom - margin, size), covered: Infinity }
  for (const place of places.filter((place) => isWithin(place, room)).toSorted((a, b) => distance(a) - distance(b))) {
    const covered = coveredBy(place, near)
    if (covered < best.covered) best = { place, covered }
    if (covered === 0) break
  }
  return best.place
}

/** How many boxes a place covers. */
export function coveredBy(place: Box, boxes: readonly Box[]): number {
  return boxes.filter(
    (box) => box.left < place.right && box.right > place.left && box.top < place.bottom && box.bottom > place.top,
  ).length
}

function placeAt(left: number, bottom: number, { width, height }: Size): Box {
  return { left, right: left + width, top: bottom - height, bottom }
}

function isWithin(place: Box, room: Box): boolean {
  return (
    place.left >= Math.min(room.left + margin, (room.left + room.right - (place.right - place.left)) / 2) &&
    place.right <= Math.max(room.right - margin, (room.left + room.right + (place.right - place.left)) / 2) &&
    place.top >= room.top &&
    place.bottom <= room.bottom
  )
}
