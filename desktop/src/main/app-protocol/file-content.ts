import { z } from 'zod'
import { fileContentPath } from '../../ipc.ts'
import { Refusal } from '../refusal.ts'
import { readContent, getTakenFileOfAnyPage } from '../taken-files.ts'
import { dataHeaders, createReply } from './reply.ts'

const position = z.coerce.number().int().min(0).optional()
const range = z.object({ start: position, end: position })

/** Streams the bytes of a taken file, or replies 409 if the file cannot be read. `start` and `end` select a range. */
export async function serveFileContent({ pathname, searchParams }: URL): Promise<Response> {
  const { data, success } = range.safeParse(Object.fromEntries(searchParams))
  if (!success) return createReply(400, { error: 'The window asked for something that this app does not know.' })
  try {
    const file = getTakenFileOfAnyPage(pathname.slice(fileContentPath.length))
    const end = Math.min(data.end ?? file.size, file.size)
    const pieces = readContent(file, data.start, end)
    // Reads the first piece before replying, so that a read error results in an error reply.
    const first = await pieces.next()
    const content = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => (first.done ? controller.close() : controller.enqueue(first.value)),
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await pieces.return(undefined)
      },
    })
    return new Response(content, { headers: { ...dataHeaders, 'content-type': 'application/octet-stream' } })
  } catch (error) {
    if (error instanceof Refusal) return createReply(409, { error: error.message })
    throw error
  }
}
