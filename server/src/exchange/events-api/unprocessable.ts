import { HttpError, problemOf } from '../../foundations/http/errors.ts'

const maxFieldsNamed = 20

/** The refusal of a batch of another shape; of ten thousand wrong rows the first ones are named. */
export function unprocessable(error: unknown): HttpError {
  const { body } = problemOf(error)
  return new HttpError(422, body.error, {
    fields: Object.fromEntries(Object.entries(body.fields ?? {}).slice(0, maxFieldsNamed)),
  })
}
