/** Matches a joiner in scripts where it changes the meaning of a word. */
const joinerInWord =
  /(?<=[\p{Script=Arabic}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Malayalam}\p{Script=Sinhala}])[\u200c\u200d]\p{L}/u
const formatCharacter = /\p{Cf}/u

/** Removes zero-width spaces, soft hyphens and direction marks. Keeps joiners in words of scripts that need them. */
export function withoutFormatCharacters(text: string): string {
  if (!formatCharacter.test(text)) return text
  return text.replace(/\p{Cf}/gu, (character, start: number) =>
    start > 0 && joinerInWord.test(text.slice(start - 1, start + 3)) ? character : '',
  )
}
