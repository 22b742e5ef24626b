import { describeForeignFile } from '@alumni/shared/exchange/file-kinds'
import { FileRefusal, type Source } from './source.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
/** Unless `isCertain`, invalid UTF-8 throws `NotUtf8`. */
export type FileEncoding = { encoding: Encoding; isCertain: boolean }

/** Thrown to read the file again with the encoding `as`. */
export class NotUtf8 extends Error {
  readonly as: FileEncoding
  constructor(as: FileEncoding) {
    super('The file is not UTF-8.')
    this.as = as
  }
}

/** Decodes a file in pieces of `bytes` bytes. Throws `NotUtf8`, or `FileRefusal` if it is empty or not a CSV file. */
export async function* readText(
  source: Source,
  encoding?: FileEncoding,
): AsyncGenerator<{ text: string; bytes: number }, void> {
  let decoder: TextDecoder | undefined
  let isCertain = true
  let hasAccents = false
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder!.decode(chunk, { stream: chunk !== undefined })
    } catch {
      // Valid accents before the invalid bytes mean damaged UTF-8; otherwise the file is Windows-1252.
      throw new NotUtf8({ encoding: hasAccents ? 'utf-8' : 'windows-1252', isCertain: true })
    }
  }
  for await (const chunk of withBeginning(source.open())) {
    if (!decoder) {
      const message = describeForeignFile(chunk)
      if (message) throw new FileRefusal(message)
      const detected = encoding ?? detectEncoding(chunk)
      isCertain = detected.isCertain
      decoder = new TextDecoder(detected.encoding, { fatal: !isCertain })
    }
    for (let from = 0; from < chunk.length; from += pieceLength) {
      const piece = chunk.subarray(from, from + pieceLength)
      const text = decode(piece)
      hasAccents ||= text.length < piece.length - 3
      yield { text, bytes: piece.length }
    }
  }
  if (!decoder) throw new FileRefusal('This file is empty.')
  yield { text: decode(), bytes: 0 }
}

const beginningLength = 512
/** Limited because longer strings are slower to garbage collect. */
const pieceLength = 32 * 1024

/** Makes the first chunk long enough to detect the file type. */
async function* withBeginning(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let beginning: Uint8Array | undefined = new Uint8Array()
  for await (const chunk of chunks) {
    if (beginning) beginning = concat(beginning, chunk)
    if (beginning && beginning.length < beginningLength) continue
    yield beginning ?? chunk
    beginning = undefined
  }
  if (beginning && beginning.length > 0) yield beginning
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

function detectEncoding(chunk: Uint8Array): FileEncoding {
  const [a, b] = chunk
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', isCertain: true }
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', isCertain: true }
  const beginning = chunk.subarray(0, beginningLength)
  const zeros = [0, 0]
  beginning.forEach((byte, index) => byte === 0 && zeros[index % 2]!++)
  const [even = 0, odd = 0] = zeros.map((count) => count / beginning.length)
  if (odd > 0.25 && even < 0.05) return { encoding: 'utf-16le', isCertain: true }
  if (even > 0.25 && odd < 0.05) return { encoding: 'utf-16be', isCertain: true }
  return { encoding: 'utf-8', isCertain: false }
}
