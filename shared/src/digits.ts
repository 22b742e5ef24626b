/** Text with the full-width digits and apostrophes of East Asian keyboards as plain ones, of the same length. */
export function withPlainDigits(text: string): string {
  return text.replace(/[０-９＇]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
}
