/** Compares texts by code points, unlike `<`, which compares UTF-16 code units. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const unitA = a.charCodeAt(index)
    const unitB = b.charCodeAt(index)
    if (unitA !== unitB) return rankOf(unitA) - rankOf(unitB)
  }
  return a.length - b.length
}

function rankOf(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

/** Merges two sorted arrays by binary search; fast if `arrived` is short. */
export function mergeSorted(
  base: Int32Array,
  arrived: Int32Array,
  compare: (a: number, b: number) => number,
): Int32Array<ArrayBuffer> {
  const merged = new Int32Array(base.length + arrived.length)
  let from = 0
  arrived.forEach((number, index) => {
    const to = findFirst(from, base.length, (position) => compare(base[position]!, number) >= 0)
    merged.set(base.subarray(from, to), from + index)
    merged[to + index] = number
    from = to
  })
  merged.set(base.subarray(from), from + arrived.length)
  return merged
}

/** Returns the first position in a range for which `isFound` is true, or `to`. It must be true for all later ones. */
export function findFirst(from: number, to: number, isFound: (position: number) => boolean): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isFound(middle)) high = middle
    else low = middle + 1
  }
  return low
}
