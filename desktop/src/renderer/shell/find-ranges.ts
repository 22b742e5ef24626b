/** Returns the ranges of visible text that match `query`, ignoring case and accents, except in `bar`, the find bar. */
export function findRanges(query: string, bar: Element): Range[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const matches = findMatches(text.textContent ?? '', query)
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

function findMatches(text: string, query: string): { start: number; end: number }[] {
  const [folded, needle] = [fold(text), fold(query.normalize('NFC'))]
  const found: { start: number; end: number }[] = []
  if (!needle) return found
  for (let start = folded.indexOf(needle); start >= 0; start = folded.indexOf(needle, start + needle.length))
    found.push({ start, end: start + needle.length })
  return found
}

/** Removes case and accents; the result has the same length as the text. */
function fold(text: string): string {
  return Array.from({ length: text.length }, (_, index) => text[index]!.normalize('NFD')[0]!.toLowerCase()[0]).join('')
}
