/** Copies whole stretches of `long` between the places of the few in `short`, which are found by halving. */
export function mergeSorted(
  long: Int32Array,
  short: Int32Array,
  compare: (a: number, b: number) => number,
): Int32Array<ArrayBuffer> {
  const merged = new Int32Array(long.length + short.length)
  let from = 0
  short.forEach((slot, at) => {
    let [low, high] = [from, long.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(long[middle]!, slot) < 0) low = middle + 1
      else high = middle
    }
    merged.set(long.subarray(from, low), from + at)
    merged[low + at] = slot
    from = low
  })
  merged.set(long.subarray(from), from + short.length)
  return merged
}
