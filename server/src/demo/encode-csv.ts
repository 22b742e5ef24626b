import Papa from 'papaparse'
import type { CrmFileOptions, FileEncoding } from './crm-file-options.ts'

const rowsPerChunk = 500
const byteOrderMarks: Partial<Record<FileEncoding, Buffer>> = { 'utf-8-bom': Buffer.from('\ufeff', 'utf8'), 'utf-16le': Buffer.from('\ufeff', 'utf16le') }
// What Windows-1252 has beyond Latin-1 is kept out of its files, so that latin1 writes them.
const nodeEncodings = { 'utf-8': 'utf8', 'utf-8-bom': 'utf8', 'utf-16le': 'utf16le', 'windows-1252': 'latin1' } as const

/** The bytes of a CSV file, a few hundred rows at a time. */
export async function* encodeCsv(rows: AsyncIterable<string[]>, { encoding = 'utf-8', delimiter = ',', crlf = false, onProgress }: CrmFileOptions): AsyncGenerator<Buffer> {
  const newline = crlf ? '\r\n' : '\n'
  const encode = (chunk: string[][]) => Buffer.from(Papa.unparse(chunk, { delimiter, newline }) + newline, nodeEncodings[encoding])
  if (byteOrderMarks[encoding]) yield byteOrderMarks[encoding]
  let chunk: string[][] = []
  let done = -1
  for await (const row of rows) {
    if (chunk.push(row) < rowsPerChunk) continue
    done += chunk.length
    yield encode(chunk)
    onProgress?.(done)
    chunk = []
  }
  if (chunk.length > 0) yield encode(chunk)
  onProgress?.(done + chunk.length)
}
