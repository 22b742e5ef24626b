import type { FormState } from '@alumni/shared/portal'
import type { z } from 'zod'

/**
 * A form that was sent: what its contract makes of it, or the same form to show again with a sentence beside each
 * field.
 */
export type ReadForm<Data> = { data: Data; form?: undefined } | { data?: undefined; form: FormState }

/** Reads the body of a form. Nothing that was typed is lost; the sentences are the contract's. */
export function readForm<Schema extends z.ZodType>(schema: Schema, body: unknown): ReadForm<z.output<Schema>> {
  const read = schema.safeParse(body ?? {})
  if (read.success) return { data: read.data }
  const errors: FormState['errors'] = {}
  for (const { path, message } of read.error.issues) errors[String(path[0] ?? 'form')] ??= message
  return { form: { values: valuesOf(body), errors } }
}

/** The form again with a refusal that its contract could not know of, such as a code that has been used. */
export function refusedForm(body: unknown, errors: FormState['errors']): FormState {
  return { values: valuesOf(body), errors }
}

function valuesOf(body: unknown): FormState['values'] {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(
    Object.entries(body)
      .slice(0, maxFieldsShown)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(asTyped) : asTyped(value)]),
  )
}

/** No form of ours has as many. */
const maxFieldsShown = 1000

/** Forms send text; what a program sends in its place has no text to show again. */
function asTyped(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
