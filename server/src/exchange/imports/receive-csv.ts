import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../foundations/context.ts'
import { inspectFile, readBeginning } from './inspect-file.ts'
import { readCsv, type CsvRecord } from './read-csv.ts'
import { partsOf, receiveForm, refuseTooLarge } from './receive-form.ts'
import { ImportRefused } from './refusal.ts'
import { fileName, nextFile } from './upload.ts'

/** A CSV file that is read while it comes, and kept nowhere; `records` are those behind the header, some at a time. */
type IncomingCsv = { name: string; header: string[]; records: AsyncGenerator<CsvRecord[]> }

const recordsAtOnce = 500

/**
 * Reads the CSV file of an upload with `read`, in flat memory. Throws `HttpError` 413 above the size, 422 with a sentence for a
 * file that is none, 400 when the upload breaks off.
 */
export async function receiveCsv<Result>(
  request: FastifyRequest,
  context: Context,
  read: (file: IncomingCsv) => Promise<Result>,
): Promise<Result> {
  return receiveForm(request, context, async () => {
    const part = await nextFile(partsOf(request))
    if (!part) throw new ImportRefused('The upload has no file in it. Choose a CSV file.')
    const chunks = limited(part.file as AsyncIterable<Buffer>, context)
    const beginning = await readBeginning(chunks)
    const { header, ...format } = inspectFile(beginning)
    async function* whole() {
      yield beginning
      yield* chunks
    }
    const content = Readable.from(whole(), { objectMode: false })
    return read({ name: fileName(part.filename), header, records: readCsv(content, format, recordsAtOnce, 2) })
  })
}

async function* limited(file: AsyncIterable<Buffer>, context: Context): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of file) {
    size += chunk.length
    refuseTooLarge(context, size)
    yield chunk
  }
}
