import type { Readable } from 'node:stream'
import { inspectedBytes } from './inspect-file.ts'

const usualHeader = 64 * 1024

/** The beginning of a stream, long enough to hold the header: 64 KB, or up to 1 MB where the first line is longer. */
export async function readBeginning(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  let hasLineBreak = false
  while (length < inspectedBytes && !(length >= usualHeader && hasLineBreak)) {
    const { value, done } = await chunks.next()
    if (done) break
    parts.push(value)
    length += value.length
    hasLineBreak ||= value.includes(0x0a) || value.includes(0x0d)
  }
  return Buffer.concat(parts)
}

export async function beginningOf(stream: Readable): Promise<Buffer> {
  const beginning = await readBeginning((stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]())
  stream.destroy()
  return beginning
}
