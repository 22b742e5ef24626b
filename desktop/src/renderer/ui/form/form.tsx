import { useForm, type UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'
import type { z } from 'zod'
import { HttpError } from '../../http.ts'
import { Alert } from '../alert.tsx'
import { useUnsaved } from './unsaved.ts'
import { collectFieldErrors } from '../format/field-errors.ts'

type ContractFormOptions<Values> = {
  schema: z.ZodType
  initialValues: Values
  error?: Error | null
  asksBeforeLeaving?: boolean
}

/** Creates a form validated by `schema`; if `error` has field errors from the server, shows them at their fields. */
export function useContractForm<Values extends Record<string, unknown>>({
  schema,
  initialValues,
  error = null,
  asksBeforeLeaving = false,
}: ContractFormOptions<Values>): UseFormReturnType<Values> {
  const form = useForm<Values>({ initialValues, validate: (values) => collectFieldErrors(schema.safeParse(values)) })
  const { setErrors } = form
  useUnsaved(asksBeforeLeaving && form.isDirty())
  useEffect(() => {
    const errors = readFieldErrors(error)
    if (errors) setErrors(errors)
  }, [error, setErrors])
  return form
}

/** Renders the error of a request, or nothing if the error has messages for single fields, which the form shows. */
export function RefusalAlert({ error }: { error: Error | null }) {
  if (!error || readFieldErrors(error)) return null
  return <Alert tone="bad" isAlert title={error.message} />
}

/** Returns the server's field errors by name, without the prefix `entry/`. */
export function readFieldErrors(error: Error | null): Record<string, string> | undefined {
  const fields = error instanceof HttpError ? error.body.fields : undefined
  return (
    fields &&
    Object.fromEntries(Object.entries(fields).map(([name, message]) => [name.replace(/^entry\//, ''), message]))
  )
}

/** Returns the values now on the server from a 409 error, or undefined for other errors and unexpected values. */
export function parseConflictingValues<Schema extends z.ZodType>(
  error: Error | null,
  schema: Schema,
): z.infer<Schema> | undefined {
  if (!(error instanceof HttpError) || error.status !== 409) return undefined
  const current: unknown = 'current' in error.body ? error.body.current : undefined
  return schema.safeParse(current).data
}
