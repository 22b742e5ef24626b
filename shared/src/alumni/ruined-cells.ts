const mayBeRuined = /^#|\de[+-]?\d|[\u00c2-\u00f4][\u0080-\uffff]/i
// Excel's errors in its languages, and the signs of a column that is too narrow.
const spreadsheetError = /^#(?:#+|n\/a|nv|n\/d|[\p{L}¡¿/0-9_]+[!?])$/iu
const scientific = /^[+-]?\d+(?:[.,]\d+e[+-]?|e[+-])\d+$/i

/** Why a cell is what a spreadsheet or a wrong encoding has left of a value, and none itself; null: it may be one. */
export function ruinOf(text: string): string | null {
  if (!mayBeRuined.test(text)) return null
  if (spreadsheetError.test(text)) return 'is an error of a spreadsheet, not a value'
  if (scientific.test(text)) return 'is a number that a spreadsheet has shortened'
  return isDecodedTwice(text) ? 'has letters that were decoded twice' : null
}

/** The characters that the bytes 0x80 to 0xbf are in Windows-1252 or Latin-1. */
const next = '[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]'
const sequence = new RegExp(`[Â-ß]${next}|[à-ï]${next}${next}|[ð-ô]${next}${next}${next}`, 'g')
const beyondAscii = /[^\0-\u007f]/

/** Whether UTF-8 was read as Windows-1252 and written so: all that is not ASCII are bytes of UTF-8 (`JosÃ©`). */
export function isDecodedTwice(text: string): boolean {
  if (!/[\u00c2-\u00f4][\u0080-\uffff]/.test(text)) return false
  const found = text.match(sequence)
  if (!found || beyondAscii.test(text.replaceAll(sequence, ''))) return false
  // One pair alone may be meant where it begins with a letter that few words in UTF-8 begin with.
  return found.length > 1 || found[0].length > 2 || /^[ÂÃÄÅ]/.test(found[0])
}
