/** A joiner within a word of a script that needs it: there it changes what the word means. */
const joinerInWord =
  /(?<=[\p{Script=Arabic}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Malayalam}\p{Script=Sinhala}])[\u200c\u200d]\p{L}/u
const formatCharacter = /\p{Cf}/u

/**
 * Text without characters that take no room (zero-width spaces, soft hyphens, marks of direction), which copying from
 * pages and spreadsheets leaves in names and addresses. Joiners within words of scripts that need them stay.
 */
export function withoutFormatCharacters(text: string): string {
  if (!formatCharacter.test(text)) return text
  return text.replace(/\p{Cf}/gu, (character, start: number) =>
    start > 0 && joinerInWord.test(text.slice(start - 1, start + 3)) ? character : '',
  )
}
