/** Splits a title around short hyphenated words, such as "e-mail", which must not break across lines. */
export function splitTitle(title: string): { text: string; isWhole: boolean }[] {
  const parts: { text: string; isWhole: boolean }[] = []
  for (const text of title.split(/(\s+)/)) {
    const isWhole = text.includes('-') && text.length <= 16
    const last = parts.at(-1)
    if (last && !last.isWhole && !isWhole) last.text += text
    else parts.push({ text, isWhole })
  }
  return parts
}
