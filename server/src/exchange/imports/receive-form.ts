import type { FastifyRequest } from 'fastify'
import type { Context } from '../../foundations/context.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { ImportRefused } from './refusal.ts'

/**
 * Runs `work` on a form with a file that may be large. Throws `HttpError` 413 above the size, 422 with a sentence for a file that
 * `work` refuses, 400 where the upload breaks off.
 */
export async function receiveForm<Result>(
  request: FastifyRequest,
  context: Context,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    refuseTooLarge(context, Number(request.headers['content-length'] ?? 0) - formOverhead)
    return await work()
  } catch (error) {
    // The client hears the answer while it still sends; what comes after is read and thrown away.
    request.raw.unpipe()
    request.raw.resume()
    const isBrokenOff = request.raw.destroyed && !request.raw.complete
    if (isBrokenOff || isMalformedForm(error))
      throw new HttpError(400, 'The upload broke off or is malformed. Try again.')
    if (error instanceof ImportRefused) throw new HttpError(422, error.message, { fields: { file: error.message } })
    throw error
  }
}

/** Boundaries and part headers around the file. */
const formOverhead = 16 * 1024

export function partsOf(request: FastifyRequest): ReturnType<FastifyRequest['parts']> {
  if (!request.isMultipart())
    throw new HttpError(415, 'Upload the file as multipart/form-data, in a part named "file".')
  return request.parts()
}

export function refuseTooLarge({ config }: Context, size: number): void {
  if (size > config.MAX_UPLOAD_MB * 1024 * 1024)
    throw new HttpError(
      413,
      `The file is larger than ${config.MAX_UPLOAD_MB} MB. Split it, or ask for a smaller export.`,
    )
}

/** What the form's parser says has no status and no code of its own. */
function isMalformedForm(error: unknown): boolean {
  return (
    error instanceof Error &&
    !('statusCode' in error) &&
    /^(Multipart:|Malformed|Unexpected end|Part terminated|Header|The needle)/.test(error.message)
  )
}
