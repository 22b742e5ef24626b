import type { FormState } from '@alumni/shared/portal'
import type { z } from 'zod'

export type FormResult<Data> = { data: Data; form?: undefined } | { data?: undefined; form: FormState }

/** Parses a form. Returns `data`, or else `form` with the entered values and the first error of each field. */
export function readForm<Schema extends z.ZodType>(schema: Schema, body: unknown): FormResult<z.output<Schema>> {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return { data: parsed.data }
  const errors: FormState['errors'] = {}
  for (const { path, message } of parsed.error.issues) errors[String(path[0] ?? 'form')] ??= message
  return { form: { values: toValues(body), errors } }
}

/** Returns a form with the entered values and errors that were found after `readForm` had accepted the form. */
export function toRefusedForm(body: unknown, errors: FormState['errors']): FormState {
  return { values: toValues(body), errors }
}

function toValues(body: unknown): FormState['values'] {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(
    Object.entries(body)
      .slice(0, maxFieldsShown)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(toText) : toText(value)]),
  )
}

const maxFieldsShown = 1000

function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
