const suffixAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'

/** Returns the 18-character form of a 15-character CRM ID; each suffix character encodes the case of five letters. */
export function addChecksum(id15: string): string {
  let suffix = ''
  for (let block = 0; block < 15; block += 5) {
    let bits = 0
    for (let bit = 0; bit < 5; bit++) if (/[A-Z]/.test(id15.charAt(block + bit))) bits |= 1 << bit
    suffix += suffixAlphabet[bits]
  }
  return id15 + suffix
}

/** Returns the 15-character form, or null for invalid text. Repairs lost letter case from the checksum. */
export function readCrmId(text: string): { id: string; isRepaired: boolean } | null {
  if (!/^([a-z0-9]{15}|[a-z0-9]{18})$/i.test(text)) return null
  const id = text.slice(0, 15)
  if (text.length === 15 || addChecksum(id) === text) return { id, isRepaired: false }
  const repaired = repair(id, text.slice(15).toUpperCase())
  return repaired ? { id: repaired, isRepaired: true } : null
}

/** Restores letter case only if all letters have the same case; otherwise a wrong checksum means a wrong character. */
function repair(id: string, suffix: string): string | null {
  if (id !== id.toLowerCase() && id !== id.toUpperCase()) return null
  let repaired = ''
  for (let index = 0; index < 15; index++) {
    const bits = suffixAlphabet.indexOf(suffix.charAt(Math.floor(index / 5)))
    if (bits < 0) return null
    const isCapital = Boolean(bits & (1 << (index % 5)))
    const character = id.charAt(index)
    if (isCapital && !/[a-z]/i.test(character)) return null
    repaired += isCapital ? character.toUpperCase() : character.toLowerCase()
  }
  return repaired
}
