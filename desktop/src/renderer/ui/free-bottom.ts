type Box = { left: number; right: number; top: number; bottom: number }

/** How far above the bottom of the window a toast covers no box; `margin` where the lower half has no room. */
export function freeBottom(
  boxes: readonly Box[],
  { left, right, height }: { left: number; right: number; height: number },
  windowHeight: number,
  margin: number,
): number {
  const lowestFirst = boxes
    .filter((box) => box.bottom > box.top && box.left < right && box.right > left)
    .toSorted((a, b) => b.bottom - a.bottom)
  let bottom = margin
  for (const box of lowestFirst) {
    const isCovered = box.top < windowHeight - bottom && box.bottom > windowHeight - bottom - height
    if (isCovered) bottom = windowHeight - box.top + margin
  }
  return bottom <= windowHeight / 2 ? bottom : margin
}
