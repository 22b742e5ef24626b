const mayBeCorrupted = /^#|\de[+-]?\d|[\u00c2-\u00f4][\u0080-\uffff]/i
const spreadsheetError = /^#(?:#+|n\/a|nv|n\/d|[\p{L}¡¿/0-9_]+[!?])$/iu
const scientificNotation = /^[+-]?\d+(?:[.,]\d+e[+-]?|e[+-])\d+$/i

/** Describes how a spreadsheet or a wrong encoding damaged the text, or returns null if it is intact. */
export function describeCorruption(text: string): string | null {
  if (!mayBeCorrupted.test(text)) return null
  if (spreadsheetError.test(text)) return 'is an error of a spreadsheet, not a value'
  if (scientificNotation.test(text)) return 'is a number that a spreadsheet has shortened'
  return isDecodedTwice(text) ? 'has letters that were decoded twice' : null
}

/** Matches the characters that Windows-1252 and Latin-1 assign to the bytes 0x80 to 0xbf. */
const continuationByte = '[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]'
const utf8Sequence = new RegExp(
  `[Â-ß]${continuationByte}|[à-ï]${continuationByte}${continuationByte}|[ð-ô]${continuationByte}${continuationByte}${continuationByte}`,
  'g',
)
const beyondAscii = /[^\0-\u007f]/

/** Returns whether UTF-8 was decoded as Windows-1252, as in `JosÃ©`: all non-ASCII characters form UTF-8 sequences. */
export function isDecodedTwice(text: string): boolean {
  if (!/[\u00c2-\u00f4][\u0080-\uffff]/.test(text)) return false
  const found = text.match(utf8Sequence)
  if (!found || beyondAscii.test(text.replaceAll(utf8Sequence, ''))) return false
  // A single pair of characters may be intended, unless it starts with a letter that is common in double-decoded text.
  return found.length > 1 || found[0].length > 2 || /^[ÂÃÄÅ]/.test(found[0])
}
