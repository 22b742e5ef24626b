/** Where words stand in what is seen of the page, but for the bar that they are typed in. */
export function findRanges(words: string, bar: Element): Range[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const matches = findMatches(text.textContent ?? '', words)
    if (matches.length === 0 || bar.contains(text) || !text.parentElement?.checkVisibility()) continue
    for (const { start, end } of matches) {
      const range = document.createRange()
      range.setStart(text, start)
      range.setEnd(text, end)
      ranges.push(range)
    }
  }
  return ranges
}

/** Where `words` stand in a text, whatever their case and accents. */
function findMatches(text: string, words: string): { start: number; end: number }[] {
  const [folded, wanted] = [fold(text), fold(words.normalize('NFC'))]
  const found: { start: number; end: number }[] = []
  if (!wanted) return found
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length))
    found.push({ start: at, end: at + wanted.length })
  return found
}

/** The result is as long as the text: places in one are places in the other. */
function fold(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text[at]!.normalize('NFD')[0]!.toLowerCase()[0]).join('')
}
