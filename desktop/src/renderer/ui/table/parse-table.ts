import Papa from 'papaparse'

/** Detects the encoding by the byte order mark, then by zero bytes (UTF-16); invalid UTF-8 is read as Windows-1252. */
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

/** Parses CSV and guesses whether the first row is a header. */
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
