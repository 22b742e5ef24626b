/** A CSV file as its bytes come; reports the rows so far after each piece. Throws when the reply ends early. */
export async function readExport(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onRows: (rows: number) => void,
): Promise<{ file: Blob; rows: number }> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const lines = new LineCounter()
  const reader = body.getReader()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (!value) continue
    pieces.push(value)
    lines.count(value)
    onRows(rowsIn(lines))
  }
  if (!lines.isWhole) throw new Error('The last row is cut off.')
  return { file: new Blob(pieces, { type: 'text/csv;charset=utf-8' }), rows: rowsIn(lines) }
}

/** All lines but the head. */
function rowsIn({ lines }: LineCounter): number {
  return Math.max(0, lines - 1)
}

const quote = 0x22
const newline = 0x0a

/** Counts the rows of a CSV file piece by piece. A line break between quotes ends no row. */
class LineCounter {
  lines = 0
  isQuoted = false
  /** Whether the last row has ended. */
  isWhole = true

  count(piece: Uint8Array): void {
    for (const byte of piece) {
      if (byte === quote) this.isQuoted = !this.isQuoted
      else if (byte === newline && !this.isQuoted) this.lines++
    }
    if (piece.length > 0) this.isWhole = piece.at(-1) === newline && !this.isQuoted
  }
}

/** The name that the server gives the file. */
export function fileNameOf(disposition: string | null): string {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'export.csv'
}
