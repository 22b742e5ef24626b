import type { Readable } from 'node:stream'
import { ServerProblem } from './ask-server.ts'

export async function readText(body: Readable, maxBytes: number): Promise<string> {
  return (await readBytes(body, maxBytes)).toString('utf8')
}

/** A body whole; one that is larger, or that ends in the middle, is a ServerProblem. */
export async function readBytes(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > maxBytes) throw new ServerProblem('The server’s answer is larger than this app takes.')
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ServerProblem) throw error
    throw new ServerProblem('The server’s answer broke off before its end. Try again.', { cause: error })
  }
  return Buffer.concat(chunks)
}

/** Null for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
