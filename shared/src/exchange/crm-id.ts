const suffixAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'

/** The 18-character form of a 15-character CRM id: each suffix character shows which of five letters are capitals. */
export function withChecksum(id15: string): string {
  let suffix = ''
  for (let block = 0; block < 15; block += 5) {
    let bits = 0
    for (let at = 0; at < 5; at++) if (/[A-Z]/.test(id15.charAt(block + at))) bits |= 1 << at
    suffix += suffixAlphabet[bits]
  }
  return id15 + suffix
}

/**
 * Reads a CRM id of 15 characters, or of 18 whose checksum holds, as its first 15; letter case is never folded.
 * An 18-character id whose case was ruined is repaired from its suffix. Null: not a CRM id.
 */
export function readCrmId(text: string): { id: string; isRepaired: boolean } | null {
  if (!/^([a-z0-9]{15}|[a-z0-9]{18})$/i.test(text)) return null
  const id = text.slice(0, 15)
  if (text.length === 15 || withChecksum(id) === text) return { id, isRepaired: false }
  const repaired = repair(id, text.slice(15).toUpperCase())
  return repaired ? { id: repaired, isRepaired: true } : null
}

/** Only an id whose case was lost altogether is repaired: a mixed one that fails its checksum has a wrong character. */
function repair(id: string, suffix: string): string | null {
  if (id !== id.toLowerCase() && id !== id.toUpperCase()) return null
  let repaired = ''
  for (let at = 0; at < 15; at++) {
    const bits = suffixAlphabet.indexOf(suffix.charAt(Math.floor(at / 5)))
    if (bits < 0) return null
    const isCapital = Boolean(bits & (1 << (at % 5)))
    const character = id.charAt(at)
    if (isCapital && !/[a-z]/i.test(character)) return null
    repaired += isCapital ? character.toUpperCase() : character.toLowerCase()
  }
  return repaired
}
