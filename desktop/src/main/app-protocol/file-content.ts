import { z } from 'zod'
import { fileContentPath } from '../../ipc.ts'
import { Refusal } from '../refusal.ts'
import { contentOf, getTakenFileOfAnyPage } from '../taken-files.ts'
import { dataHeaders, reply } from './reply.ts'

const position = z.coerce.number().int().min(0).optional()
const range = z.object({ start: position, end: position })

export async function fileContent({ pathname, searchParams }: URL): Promise<Response> {
  const { data, success } = range.safeParse(Object.fromEntries(searchParams))
  if (!success) return reply(400, { error: 'The window asked for something that this app does not know.' })
  try {
    const file = getTakenFileOfAnyPage(pathname.slice(fileContentPath.length))
    const end = Math.min(data.end ?? file.size, file.size)
    const pieces = contentOf(file, data.start, end)
    // Reads the first piece early, so that an error is in the reply instead of in the stream.
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
    if (error instanceof Refusal) return reply(409, { error: error.message })
    throw error
  }
}
