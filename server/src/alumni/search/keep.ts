/** Those of `slots` that fit, in their order. A plain loop into room that is there already: several times as fast as `filter` of a typed array. */
export function keep(slots: Int32Array, fits: (slot: number) => boolean): Int32Array<ArrayBuffer> {
  const kept = new Int32Array(slots.length)
  let count = 0
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!
    if (fits(slot)) kept[count++] = slot
  }
  return kept.subarray(0, count)
}
