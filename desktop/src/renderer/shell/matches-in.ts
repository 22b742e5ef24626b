/** Where `words` stand in a text, whatever their case and accents. */
export function matchesIn(text: string, words: string): { start: number; end: number }[] {
  const [folded, wanted] = [fold(text), fold(words.normalize('NFC'))]
  const found: { start: number; end: number }[] = []
  if (!wanted) return found
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length))
    found.push({ start: at, end: at + wanted.length })
  return found
}

/** Of the same length as the text, so that places in one are places in the other. */
function fold(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text[at]!.normalize('NFD')[0]!.toLowerCase()[0]).join('')
}
