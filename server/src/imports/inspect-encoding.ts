import { isAscii } from 'node:buffer'
import type { Encoding } from './import-batch.ts'

/**
 * Watches a whole file go by and tells its encoding. Bytes that are no UTF-8 mean Windows-1252, but not in a file that
 * also has true UTF-8 in it: that one is damaged in places, and reading it as Windows-1252 would break every accent.
 */
export function encodingWatch(seen: Encoding): { see(chunk: Buffer): void; verdict(): Encoding } {
  const decoder = new TextDecoder('utf-8')
  let isPending = false
  let hasInvalid = false
  let hasAccents = false
  return {
    see(chunk) {
      if (seen !== 'utf-8' || (isAscii(chunk) && !isPending)) return
      const text = decoder.decode(chunk, { stream: true })
      isPending = !isAscii(chunk.subarray(-4))
      hasInvalid ||= text.includes('\ufffd')
      hasAccents ||= /[\u0080-\ufffc]/.test(text)
    },
    verdict() {
      hasInvalid ||= seen === 'utf-8' && decoder.decode() !== ''
      return hasInvalid && !hasAccents ? 'windows-1252' : seen
    },
  }
}
