/** Merges a few into many: stretches of `base` are copied whole between the positions of those that arrived, found by binary search. */
export function mergeSorted(
  base: Int32Array,
  arrived: Int32Array,
  compare: (a: number, b: number) => number,
): Int32Array<ArrayBuffer> {
  const merged = new Int32Array(base.length + arrived.length)
  let from = 0
  arrived.forEach((slot, index) => {
    let [low, high] = [from, base.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(base[middle]!, slot) < 0) low = middle + 1
      else high = middle
    }
    merged.set(base.subarray(from, low), from + index)
    merged[low + index] = slot
    from = low
  })
  merged.set(base.subarray(from), from + arrived.length)
  return merged
}
