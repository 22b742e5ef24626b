/** The words of a title and the blanks between them; short hyphenated words, such as "e-mail", are not to be broken. */
export function wordsOfTitle(title: string): { text: string; isWhole: boolean }[] {
  return title.split(/(\s+)/).map((text) => ({ text, isWhole: text.includes('-') && text.length <= 16 }))
}
