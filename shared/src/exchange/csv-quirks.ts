/** Measures the text before the header: byte order marks and Excel's line that sets the delimiter (`sep=;`). */
export function measurePreamble(beginning: string): { length: number; delimiter?: string } {
  const [preamble, delimiter] = /^\ufeff*(?:"?sep=([^\r\n"])"?[ \t]*(?:\r\n|\r|\n)\ufeff*)?/i.exec(beginning)!
  return { length: preamble.length, delimiter }
}

/** If true, use `createBlankStripper` before parsing. */
export function hasBlanksBeforeQuotes(beginning: string, delimiter: string): boolean {
  return beginning.includes(' "') && createBlankStripper(delimiter)(beginning, true).length < beginning.length
}

/** Removes blanks before opening quotation marks, piece by piece, because CSV parsers would add them to the cell. */
export function createBlankStripper(delimiter: string): (piece: string, isEnd: boolean) => string {
  const separators = new Set([delimiter, '\n', '\r'])
  let isQuoted = false
  let previous = '\n'
  let pending = ''
  return (piece, isEnd) => {
    const text = pending + piece
    let [result, from, end] = ['', 0, text.length]
    for (let quote = text.indexOf('"'); quote >= 0; quote = text.indexOf('"', quote + 1)) {
      if (!isQuoted) {
        const blanks = startOfBlanks(text, quote)
        if (!separators.has(text[blanks - 1] ?? previous)) continue
        result += text.slice(from, blanks)
        from = quote
        isQuoted = true
      } else if (text[quote + 1] === '"') quote++
      else if (quote + 1 < text.length || isEnd) isQuoted = false
      else end = quote // The next piece shows whether this quotation mark closes the cell.
    }
    if (!isQuoted && !isEnd) end = startOfBlanks(text, end)
    pending = text.slice(end)
    previous = text[end - 1] ?? previous
    return result + text.slice(from, end)
  }
}

function startOfBlanks(text: string, end: number): number {
  while (text[end - 1] === ' ') end--
  return end
}
