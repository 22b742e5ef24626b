import { foreignSentence } from '@alumni/shared/exchange/file-kinds'
import { Refused } from './source.ts'

/** The same pieces of a file; one that begins like a picture or an archive is refused before anything is made of it. */
export async function* refuseOtherKinds(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const piece of pieces) {
    const sentence = isFirst && foreignSentence(piece)
    if (sentence) throw new Refused(sentence)
    isFirst = false
    yield piece
  }
}
