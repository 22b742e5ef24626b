/** Reads a streamed CSV file and reports the number of rows so far. Throws if the last row is incomplete. */
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
    onRows(countRows(lines))
  }
  if (!lines.isWhole) throw new Error('The last row is cut off.')
  return { file: new Blob(pieces, { type: 'text/csv;charset=utf-8' }), rows: countRows(lines) }
}

function countRows({ lines }: LineCounter): number {
  return Math.max(0, lines - 1)
}

const quote = 0x22
const newline = 0x0a

/** Counts lines of CSV piece by piece, ignoring line breaks between quotes. */
class LineCounter {
  lines = 0
  isQuoted = false
  isWhole = true

  count(piece: Uint8Array): void {
    for (const byte of piece) {
      if (byte === quote) this.isQuoted = !this.isQuoted
      else if (byte === newline && !this.isQuoted) this.lines++
    }
    if (piece.length > 0) this.isWhole = piece.at(-1) === newline && !this.isQuoted
  }
}

export function parseFileName(disposition: string | null): string {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'export.csv'
}
