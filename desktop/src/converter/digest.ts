/** Returns a hash of 32 hexadecimal digits. Not cryptographic. */
export function digestOf(texts: Iterable<string>): string {
  const hashes = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f]
  for (const text of texts)
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      for (let each = 0; each < hashes.length; each++) {
        const mixed = Math.imul(hashes[each]! ^ code, 0x01000193 + each * 2)
        hashes[each] = (mixed ^ (mixed >>> 13)) >>> 0
      }
    }
  return hashes.map((hash) => hash.toString(16).padStart(8, '0')).join('')
}
