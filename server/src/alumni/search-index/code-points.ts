/** The order of code points, which is that of the bytes in UTF-8. By itself JavaScript puts what lies beyond U+FFFF before U+E000. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const one = a.charCodeAt(at)
    const other = b.charCodeAt(at)
    if (one !== other) return weight(one) - weight(other)
  }
  return a.length - b.length
}

/** Surrogates, of which letters beyond U+FFFF consist, after all other units. */
function weight(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
