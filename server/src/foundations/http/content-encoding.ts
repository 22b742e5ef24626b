import type { App } from '../context.ts'
import { HttpError } from './errors.ts'

/** Bodies are read as they come: one that says it is compressed would be taken for something that it is not. */
export function contentEncoding(app: App): void {
  app.addHook('preParsing', async (request) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() || 'identity'
    if (encoding !== 'identity')
      throw new HttpError(415, 'The server takes bodies without Content-Encoding only.', {
        headers: { 'accept-encoding': 'identity' },
      })
  })
}
