import Papa from 'papaparse'
import type { CrmFileOptions, FileEncoding } from './crm-file-options.ts'
import { encodeWindows1252 } from './crm-record.ts'

const rowsPerChunk = 500
const byteOrderMarks: Partial<Record<FileEncoding, Buffer>> = {
  'utf-8-bom': Buffer.from('\ufeff', 'utf8'),
  'utf-16le': Buffer.from('\ufeff', 'utf16le'),
}
const encoders: Record<FileEncoding, (text: string) => Buffer> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8-bom': (text) => Buffer.from(text),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'windows-1252': encodeWindows1252,
}

/** The bytes of a CSV file, a few hundred rows at a time. */
export async function* encodeCsv(
  rows: AsyncIterable<string[]>,
  { encoding = 'utf-8', delimiter = ',', crlf = false, onProgress }: Omit<CrmFileOptions, 'type'>,
): AsyncGenerator<Buffer> {
  const newline = crlf ? '\r\n' : '\n'
  const encode = (chunk: string[][]) => encoders[encoding](Papa.unparse(chunk, { delimiter, newline }) + newline)
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
