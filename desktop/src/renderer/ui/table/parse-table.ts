import Papa from 'papaparse'

/** A file's text. Its byte order mark decides, then the zeros of UTF-16; what is no UTF-8 is Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const beginning = [...bytes.subarray(0, 400)]
  const zeros = (parity: number) => beginning.filter((byte, index) => byte === 0 && index % 2 === parity).length
  if (zeros(1) > beginning.length / 5) return new TextDecoder('utf-16le').decode(bytes)
  if (zeros(0) > beginning.length / 5) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export type Table = { rows: string[][]; width: number; hasHeader: boolean }

/** The cells of a CSV file, and whether its first row seems to name the columns. */
export function parseTable(text: string): Table {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const first = data[0] ?? []
  return {
    rows: data,
    width: Math.max(0, ...data.map((row) => row.length)),
    hasHeader: first.some((cell) => columnNames.test(cell.trim())) && !first.some((cell) => cell.includes('@')),
  }
}

const columnNames = /^(.*[ _-])?(e-?mail|name|buid|id)([ _-]address|s)?$/i
