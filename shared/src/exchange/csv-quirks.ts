/**
 * Returns the length of the text before the header of a table: byte order marks, however many, and the line that gives
 * Excel the delimiter (`sep=;`).
 */
export function preambleOf(beginning: string): { length: number; delimiter?: string } {
  const [preamble, delimiter] = /^\ufeff*(?:"?sep=([^\r\n"])"?[ \t]*(?:\r\n|\r|\n)\ufeff*)?/i.exec(beginning)!
  return { length: preamble.length, delimiter }
}

/** Whether blanks stand before opening quotation marks, as in `BUID, "First Name"`. */
export function hasBlanksBeforeQuotes(beginning: string, delimiter: string): boolean {
  return beginning.includes(' "') && closeUpQuotes(delimiter)(beginning, true).length < beginning.length
}

/**
 * Takes the text of a table piece by piece and returns it without blanks before opening quotation marks, which parsers
 * of CSV would take for a part of the cell.
 */
export function closeUpQuotes(delimiter: string): (piece: string, isEnd: boolean) => string {
  const begins = new Set([delimiter, '\n', '\r'])
  let isQuoted = false
  let previous = '\n'
  let pending = ''
  return (piece, isEnd) => {
    const text = pending + piece
    let [result, from, end] = ['', 0, text.length]
    for (let quote = text.indexOf('"'); quote >= 0; quote = text.indexOf('"', quote + 1)) {
      if (!isQuoted) {
        const blanks = startOfBlanks(text, quote)
        if (!begins.has(text[blanks - 1] ?? previous)) continue
        result += text.slice(from, blanks)
        from = quote
        isQuoted = true
      } else if (text[quote + 1] === '"') quote++
      else if (quote + 1 < text.length || isEnd) isQuoted = false
      else end = quote // the next piece shows whether it closes
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
