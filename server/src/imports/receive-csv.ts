import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { HttpError } from '../http/errors.ts'
import { inspectFile, readBeginning } from './inspect-file.ts'
import { readCsv, type CsvRecord } from './read-csv.ts'
import { fileName, nextFile, partsOf, readingForm } from './upload.ts'
import { ImportRefused } from './refusal.ts'

/** A CSV file that is read while it comes, and kept nowhere; `records` are those behind the header, some at a time. */
type IncomingCsv = { name: string; header: string[]; records: AsyncGenerator<CsvRecord[]> }

const recordsAtOnce = 500

/**
 * Reads the CSV file of an upload with `read`, in flat memory. Throws `HttpError` 413 above `maxMb`, 422 with a sentence for a
 * file that is none, 400 when the upload breaks off.
 */
export async function receiveCsv<Result>(
  request: FastifyRequest,
  maxMb: number,
  read: (file: IncomingCsv) => Promise<Result>,
): Promise<Result> {
  return readingForm(request, async () => {
    const part = await nextFile(partsOf(request))
    if (!part) throw new ImportRefused('The upload has no file in it. Choose a CSV file.')
    const chunks = limited(part.file as AsyncIterable<Buffer>, maxMb)
    const beginning = await readBeginning(chunks)
    const { header, ...format } = inspectFile(beginning)
    async function* whole() {
      yield beginning
      yield* chunks
    }
    const content = Readable.from(whole(), { objectMode: false })
    return read({
      name: fileName(part.filename),
      header,
      records: readCsv(content, format, recordsAtOnce, 2),
    })
  })
}

async function* limited(file: AsyncIterable<Buffer>, maxMb: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of file) {
    size += chunk.length
    if (size > maxMb * 1024 * 1024) throw new HttpError(413, `The file is larger than ${maxMb} MB. Split it.`)
    yield chunk
  }
}
