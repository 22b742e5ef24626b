/** Replaces full-width digits and apostrophes from East Asian keyboards; the length of the text does not change. */
export function withPlainDigits(text: string): string {
  return text.replace(/[０-９＇]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
}
